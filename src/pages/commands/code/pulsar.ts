import { pulsarTopic } from "../brokers.ts";
import { CERTIFICATE, hasCertificate, hasToken } from "../credentials.ts";
import { variable } from "../line.ts";
import type { Use } from "../use.ts";
import { pairs, payload, type Programs } from "./program.ts";
import { javascript, python, type ClientProgram } from "./source.ts";

const token = variable("TOKEN");

function fromJavascript(use: Use): ClientProgram {
  const access = hasToken(use)
    ? javascript`authentication: new Pulsar.AuthenticationToken({ token: ${token} }),`
    : hasCertificate(use)
      ? javascript`authentication: new Pulsar.AuthenticationTls({ certificatePath: ${CERTIFICATE.certificate}, privateKeyPath: ${CERTIFICATE.key} }),`
      : undefined;
  const client = javascript`
    const client = new Pulsar.Client({
      serviceUrl: ${use.at.url},
      ${access}
    });
  `;
  const imports = { Pulsar: 'import Pulsar from "pulsar-client";' };
  const library = "npm install pulsar-client";
  if (use.way === "receive") {
    const body = javascript`
      ${client}
      const consumer = await client.subscribe({ topic: ${pulsarTopic(use)}, subscription: "my-subscription" });
      while (true) {
        const message = await consumer.receive();
        console.log(message.getData().toString());
        await consumer.acknowledge(message);
      }
    `;
    return { library, imports, body };
  }
  const body = javascript`
    ${payload.javascript(use)}

    ${client}
    const producer = await client.createProducer({ topic: ${pulsarTopic(use)} });
    await producer.send({
      data: Buffer.from(payload),
      ${use.headers.length > 0 ? javascript`properties: ${pairs.javascript(use.headers)},` : undefined}
    });
    await producer.close();
    await client.close();
  `;
  return { library, imports, body };
}

function fromPython(use: Use): ClientProgram {
  const access = hasToken(use)
    ? python`authentication=pulsar.AuthenticationToken(${token}),`
    : hasCertificate(use)
      ? python`authentication=pulsar.AuthenticationTLS(${CERTIFICATE.certificate}, ${CERTIFICATE.key}),`
      : undefined;
  const client = python`
    client = pulsar.Client(
        ${use.at.url},
        ${access}
    )
  `;
  const imports = { pulsar: "import pulsar" };
  const library = "pip install pulsar-client";
  if (use.way === "receive") {
    const body = python`
      ${client}
      consumer = client.subscribe(${[pulsarTopic(use), python`"my-subscription"`]})
      while True:
          message = consumer.receive()
          print(message.data())
          consumer.acknowledge(message)
    `;
    return { library, imports, body };
  }
  const body = python`
    ${payload.python(use)}

    ${client}
    producer = client.create_producer(${pulsarTopic(use)})
    producer.send(
        ${use.body === undefined ? python`payload` : python`payload.encode()`},
        ${use.headers.length > 0 ? python`properties=${pairs.python(use.headers)},` : undefined}
    )
    client.close()
  `;
  return { library, imports, body };
}

export const pulsar: Programs = { javascript: fromJavascript, python: fromPython };
