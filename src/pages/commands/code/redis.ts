import { CERTIFICATE, hasCertificate, loginOf } from "../credentials.ts";
import type { Use } from "../use.ts";
import { certificate, payload, type Programs } from "./program.ts";
import { javascript, python, type ClientProgram } from "./source.ts";

function fromJavascript(use: Use): ClientProgram {
  const login = loginOf(use);
  const keys = certificate.javascript(use);
  const tls = javascript`
    socket: {
      tls: true,
      ${keys}
    },
  `;
  const connect = javascript`
    const client = createClient({
      url: ${use.at.url},
      ${login ? javascript`username: ${login.user},` : undefined}
      ${login?.password ? javascript`password: ${login.password},` : undefined}
      ${keys.length > 0 ? tls : undefined}
    });
    client.on("error", console.error);
    await client.connect();
  `;
  const imports = { createClient: 'import { createClient } from "redis";' };
  const library = "npm install redis";
  if (use.way === "receive") {
    const body = javascript`
      ${connect}
      await client.subscribe(${use.address}, (message) => console.log(message));
    `;
    return { library, imports, body };
  }
  const body = javascript`
    ${payload.javascript(use)}

    ${connect}
    await client.publish(${[use.address, javascript`payload`]});
    await client.close();
  `;
  return { library, imports, body };
}

function fromPython(use: Use): ClientProgram {
  const login = loginOf(use);
  const keys = [python`ssl_certfile=${CERTIFICATE.certificate},`, python`ssl_keyfile=${CERTIFICATE.key},`];
  const connect = python`
    client = redis.Redis.from_url(
        ${use.at.url},
        ${login ? python`username=${login.user},` : undefined}
        ${login?.password ? python`password=${login.password},` : undefined}
        ${hasCertificate(use) ? keys : undefined}
    )
  `;
  const imports = { redis: "import redis" };
  const library = "pip install redis";
  if (use.way === "receive") {
    const body = python`
      ${connect}
      subscription = client.pubsub(ignore_subscribe_messages=True)
      subscription.subscribe(${use.address})
      for message in subscription.listen():
          print(message["data"])
    `;
    return { library, imports, body };
  }
  const body = python`
    ${payload.python(use)}

    ${connect}
    client.publish(${[use.address, python`payload`]})
    client.close()
  `;
  return { library, imports, body };
}

/** Programs for Redis publish/subscribe. */
export const redis: Programs = { javascript: fromJavascript, python: fromPython };
