import { CERTIFICATE, hasCertificate, loginOf } from "../credentials.ts";
import type { NamedText, Use } from "../use.ts";
import { certificate, integer, pairs, payload, type Programs } from "./program.ts";
import { javascript, python, type ClientProgram } from "./source.ts";

const isSecure = (use: Use): boolean => use.at.secure || hasCertificate(use);
const portOf = ({ at }: Use): string => at.port ?? "61613";

/** The virtual host. RabbitMQ requires it; other brokers ignore it (STOMP 1.2, CONNECT). */
const vhostOf = ({ at }: Use): string => (at.path === "" ? "/" : at.path);

/** Frame headers that the library writes itself. */
const OWN = new Set(["destination", "content-type", "content-length"]);
const headersOf = ({ headers }: Use): readonly NamedText[] => headers.filter(([name]) => !OWN.has(name.toLowerCase()));

function fromJavascript(use: Use): ClientProgram {
  const login = loginOf(use);
  const fields = [
    ["host", vhostOf(use)] as const,
    ...(login ? [["login", login.user] as const] : []),
    ...(login?.password ? [["passcode", login.password] as const] : []),
  ];
  const options = [
    javascript`host: ${use.at.host},`,
    javascript`port: ${portOf(use)},`,
    ...(isSecure(use) ? [javascript`ssl: true,`] : []),
    ...certificate.javascript(use),
    javascript`connectHeaders: ${pairs.javascript(fields)},`,
  ];
  const imports = { stompit: 'import stompit from "stompit";' };
  const library = "npm install stompit";
  if (use.way === "receive") {
    const body = javascript`
      const options = {
        ${options}
      };
      stompit.connect(options, (error, client) => {
        if (error) throw error;
        client.subscribe({ destination: ${use.address}, ack: "auto" }, (error, message) => {
          if (error) throw error;
          message.readString("utf-8", (error, text) => console.log(error ?? text));
        });
      });
    `;
    return { library, imports, body };
  }
  const headers: readonly NamedText[] = [["destination", use.address], ["content-type", use.contentType], ...headersOf(use)]; // prettier-ignore
  const body = javascript`
    ${payload.javascript(use)}

    const options = {
      ${options}
    };
    stompit.connect(options, (error, client) => {
      if (error) throw error;
      client.send(${pairs.javascript(headers)}).end(payload);
      client.disconnect((error) => {
        if (error) throw error;
      });
    });
  `;
  return { library, imports, body };
}

function fromPython(use: Use): ClientProgram {
  const login = loginOf(use);
  const address = python`[(${[use.at.host, integer("python", portOf(use))]})]`;
  const keys = hasCertificate(use) ? [python`cert_file=${CERTIFICATE.certificate}`, python`key_file=${CERTIFICATE.key}`] : [];
  const connect = python`
    connection = stomp.Connection12(${[address, python`vhost=${vhostOf(use)}`]})
    ${isSecure(use) ? python`connection.set_ssl(${[address, ...keys]})` : undefined}
  `;
  const open = python`connection.connect(${[login?.user, login?.password, python`wait=True`]})`;
  const imports = { stomp: "import stomp", time: "import time" };
  const library = "pip install stomp-py";
  if (use.way === "receive") {
    const body = python`
      class Listener(stomp.ConnectionListener):
          def on_message(self, frame):
              print(frame.body)

      ${connect}
      connection.set_listener("", Listener())
      ${open}
      connection.subscribe(${[use.address, python`id="1"`, python`ack="auto"`]})
      while connection.is_connected():
          time.sleep(1)
    `;
    return { library, imports, body };
  }
  const headers = headersOf(use);
  const given = [
    use.address,
    python`payload`,
    python`content_type=${use.contentType}`,
    headers.length > 0 ? python`headers=${pairs.python(headers)}` : undefined,
  ];
  const body = python`
    ${payload.python(use)}

    ${connect}
    ${open}
    connection.send(${given})
    connection.disconnect()
  `;
  return { library, imports, body };
}

export const stomp: Programs = { javascript: fromJavascript, python: fromPython };
