import { CERTIFICATE, hasCertificate, loginOf } from "../credentials.ts";
import { isSubjectPattern, wildcards } from "../patterns.ts";
import type { Use } from "../use.ts";
import { certificate, pairs, payload, type Programs, unlessSentTo } from "./program.ts";
import { javascript, python, type ClientProgram } from "./source.ts";

const subjectOf = ({ address }: Use): string => wildcards(address, ".", "*");
const queueOf = ({ binding }: Use): string | undefined => binding("operation", "queue");
const isSecure = (use: Use): boolean => use.at.secure || hasCertificate(use);

function fromJavascript(use: Use): ClientProgram {
  const [login, queue] = [loginOf(use), queueOf(use)];
  const keys = hasCertificate(use)
    ? javascript`tls: { certFile: ${CERTIFICATE.certificate}, keyFile: ${CERTIFICATE.key} },`
    : javascript`tls: {},`;
  const options = [
    javascript`servers: ${use.at.brokers},`,
    ...(login ? [javascript`user: ${login.user},`] : []),
    ...(login?.password ? [javascript`pass: ${login.password},`] : []),
    ...(isSecure(use) ? [keys] : []),
  ];
  const connect = javascript`
    const connection = await connect({
      ${options}
    });
  `;
  const names = use.way === "send" && use.headers.length > 0 ? "connect, headers" : "connect";
  const imports = { connect: `import { ${names} } from "@nats-io/transport-node";` };
  const library = "npm install @nats-io/transport-node";
  if (use.way === "receive") {
    const body = javascript`
      ${connect}
      const subscription = connection.subscribe(${[subjectOf(use), queue === undefined ? undefined : javascript`{ queue: ${queue} }`]});
      for await (const message of subscription) console.log(message.subject, message.string());
    `;
    return { library, imports, body };
  }
  const body = javascript`
    ${payload.javascript(use)}

    ${connect}
    ${use.headers.length > 0 ? javascript`const fields = headers();` : undefined}
    ${use.headers.map(([name, value]) => javascript`fields.set(${name}, ${value});`)}
    connection.publish(${[use.address, javascript`payload`, use.headers.length > 0 ? javascript`{ headers: fields }` : undefined]});
    await connection.drain();
  `;
  return { library, imports, body };
}

function fromPython(use: Use): ClientProgram {
  const [login, queue] = [loginOf(use), queueOf(use)];
  const options = [
    python`${`${isSecure(use) ? "tls" : "nats"}://${use.at.brokers.split(",")[0] ?? ""}`},`,
    ...(login ? [python`user=${login.user},`] : []),
    ...(login?.password ? [python`password=${login.password},`] : []),
    ...(isSecure(use) ? [python`tls=tls,`] : []),
  ];
  const connect = python`
    ${isSecure(use) ? certificate.python(use) : undefined}
    connection = await nats.connect(
        ${options}
    )
  `;
  const imports = { asyncio: "import asyncio", nats: "import nats" };
  const library = "pip install nats-py";
  if (use.way === "receive") {
    const body = python`
      async def main():
          ${connect}
          subscription = await connection.subscribe(${[subjectOf(use), queue === undefined ? undefined : python`queue=${queue}`]})
          async for message in subscription.messages:
              print(message.subject, message.data)

      asyncio.run(main())
    `;
    return { library, imports, body };
  }
  const data = use.body === undefined ? python`payload` : python`payload.encode()`;
  const headers = use.headers.length > 0 ? python`headers=${pairs.python(use.headers)}` : undefined;
  const body = python`
    ${payload.python(use)}

    async def main():
        ${connect}
        await connection.publish(${[use.address, data, headers]})
        await connection.drain()

    asyncio.run(main())
  `;
  return { library, imports, body };
}

export const nats: Programs = unlessSentTo(isSubjectPattern, {
  javascript: fromJavascript,
  python: fromPython,
});
