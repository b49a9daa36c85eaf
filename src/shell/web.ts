import { CERTIFICATE, hasCertificate, httpCredentials, isFieldName, withKey } from "./credentials.ts";
import { line, type Words } from "./line.ts";
import { FILE, type Command, type Use } from "./use.ts";

export function ws(use: Use): Command[] {
  const { at, address, way, payload } = use;
  const certificate: Words = hasCertificate(use) ? [["--cert", CERTIFICATE.certificate], ["--key", CERTIFICATE.key]] : []; // prettier-ignore
  const given = httpCredentials(use, { header: "-H", user: "--auth" });
  return [
    {
      tool: "wscat",
      text: line("wscat", ["-c", withKey(use, at.withPath(address))], ...given, ...certificate, [
        "-x",
        way === "send" ? payload : undefined,
      ]),
    },
  ];
}

function credentials(use: Use): Words {
  const certificate: Words = hasCertificate(use) ? [["--cert", CERTIFICATE.certificate], ["--key", CERTIFICATE.key]] : []; // prettier-ignore
  return [...httpCredentials(use, { header: "-H", user: "-u" }), ...certificate];
}

export function http(use: Use): Command[] {
  const { at, address, way, payload, contentType, headers, binding } = use;
  const url = withKey(use, at.withPath(address));
  const method = binding("operation", "method");
  const given: Words = [
    ...credentials(use),
    ...headers.filter(([name]) => isFieldName(name)).map(([name, value]) => ["-H", `${name}: ${value}`] as const),
  ];
  if (way === "receive") return [{ tool: "curl", text: line("curl", "--no-buffer", ["-X", method], ...given, url) }];
  const option = payload === undefined ? "--data-binary" : "--data-raw";
  const body = [option, payload ?? `@${FILE}`] as const;
  return [{ tool: "curl", text: line("curl", ["-X", method ?? "POST"], ["-H", `Content-Type: ${contentType}`], ...given, body, url) }];
}

export function mercure(use: Use): Command[] {
  const { at, address, way, payload } = use;
  const topic = ["--data-urlencode", `topic=${address}`] as const;
  if (way === "receive")
    return [{ tool: "curl", text: line("curl", "--no-buffer", "--get", ...credentials(use), topic, withKey(use, at.url)) }];
  const data = payload === undefined ? `data@${FILE}` : `data=${payload}`;
  return [{ tool: "curl", text: line("curl", ...credentials(use), topic, ["--data-urlencode", data], withKey(use, at.url)) }];
}
