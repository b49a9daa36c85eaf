import { pulsarTopic } from "../brokers.ts";
import { CERTIFICATE, hasCertificate, hasToken } from "../credentials.ts";
import { variable } from "../line.ts";
import type { Use } from "../use.ts";
import { FATAL, pairs, payload, type Programs } from "./program.ts";
import { go, java, javascript, python, type ClientProgram } from "./source.ts";

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

function fromJava(use: Use): ClientProgram {
  const access = hasToken(use)
    ? java`.authentication(AuthenticationFactory.token(${token}))`
    : hasCertificate(use)
      ? java`.authentication(AuthenticationFactory.TLS(${[CERTIFICATE.certificate, CERTIFICATE.key]}))`
      : undefined;
  const client = java`
    var client = PulsarClient.builder()
        .serviceUrl(${use.at.url})
        ${access}
        .build();
  `;
  const imports = {
    AuthenticationFactory: "org.apache.pulsar.client.api.AuthenticationFactory",
    PulsarClient: "org.apache.pulsar.client.api.PulsarClient",
  };
  const library = "org.apache.pulsar:pulsar-client";
  if (use.way === "receive") {
    const body = java`
      ${client}
      var consumer = client.newConsumer().topic(${pulsarTopic(use)}).subscriptionName("my-subscription").subscribe();
      while (true) {
        var message = consumer.receive();
        System.out.println(new String(message.getData(), StandardCharsets.UTF_8));
        consumer.acknowledge(message);
      }
    `;
    return { library, imports, body };
  }
  const body = java`
    ${payload.java(use)}

    ${client}
    var producer = client.newProducer().topic(${pulsarTopic(use)}).create();
    producer.newMessage()
        ${use.headers.map(([name, value]) => java`.property(${[name, value]})`)}
        .value(payload)
        .send();
    client.close();
  `;
  return { library, imports, body };
}

function fromGo(use: Use): ClientProgram {
  const access = hasToken(use)
    ? go`Authentication: pulsar.NewAuthenticationToken(${token}),`
    : hasCertificate(use)
      ? go`Authentication: pulsar.NewAuthenticationTLS(${[CERTIFICATE.certificate, CERTIFICATE.key]}),`
      : undefined;
  const connect = go`
    client, err := pulsar.NewClient(pulsar.ClientOptions{
      URL: ${use.at.url},
      ${access}
    })
    ${FATAL}
    defer client.Close()
  `;
  const imports = { pulsar: "github.com/apache/pulsar-client-go/pulsar" };
  const library = "go get github.com/apache/pulsar-client-go";
  if (use.way === "receive") {
    const body = go`
      ${connect}
      consumer, err := client.Subscribe(pulsar.ConsumerOptions{Topic: ${pulsarTopic(use)}, SubscriptionName: "my-subscription"})
      ${FATAL}
      for {
        message, err := consumer.Receive(context.Background())
        ${FATAL}
        log.Printf("%s %s", message.Topic(), message.Payload())
        if err := consumer.Ack(message); err != nil {
          log.Fatal(err)
        }
      }
    `;
    return { library, imports, body };
  }
  const body = go`
    ${payload.go(use)}
    ${connect}
    producer, err := client.CreateProducer(pulsar.ProducerOptions{Topic: ${pulsarTopic(use)}})
    ${FATAL}
    defer producer.Close()
    _, err = producer.Send(context.Background(), &pulsar.ProducerMessage{
      Payload: payload,
      ${use.headers.length > 0 ? go`Properties: map[string]string${pairs.go(use.headers)},` : undefined}
    })
    ${FATAL}
  `;
  return { library, imports, top: payload.goTop(use), body };
}

export const pulsar: Programs = { javascript: fromJavascript, python: fromPython, java: fromJava, go: fromGo };
