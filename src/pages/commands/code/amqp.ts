import { hasCertificate, loginOf } from "../credentials.ts";
import { exchangeOf, vhostOf } from "../brokers.ts";
import { wildcards } from "../patterns.ts";
import type { Use } from "../use.ts";
import { certificate, FATAL, integer, pairs, payload, type Programs } from "./program.ts";
import { go, java, javascript, python, type SourceCode, type ClientProgram } from "./source.ts";

/** Where to send a message. Without an exchange, the default exchange delivers it to the queue named by the key. */
function target(use: Use): { exchange: string; key: string } {
  return { exchange: exchangeOf(use) ?? "", key: use.address };
}

/** What to consume: a queue, or the messages that an exchange routes by a key. */
function origin(use: Use): { queue: string } | { exchange: string; key: string } {
  const { address, binding } = use;
  const [queue, exchange] = [binding("channel", "queue", "name"), exchangeOf(use)];
  if (queue !== undefined || exchange === undefined) return { queue: queue ?? address };
  return { exchange, key: binding("channel", "exchange", "type") === "topic" ? wildcards(address, ".", "*") : address };
}

const isPersistent = ({ binding }: Use): boolean => binding("operation", "deliveryMode") === "2";
const isSecure = (use: Use): boolean => use.at.secure || hasCertificate(use);
const portOf = (use: Use): string => use.at.port ?? (isSecure(use) ? "5671" : "5672");
/** Whether the client authenticates by its certificate alone: SASL mechanism EXTERNAL. */
const isExternal = (use: Use): boolean => hasCertificate(use) && loginOf(use) === undefined;

function fromJavascript(use: Use): ClientProgram {
  const [login, vhost] = [loginOf(use), vhostOf(use)];
  const server = [
    javascript`protocol: ${isSecure(use) ? "amqps" : "amqp"},`,
    javascript`hostname: ${use.at.host},`,
    javascript`port: ${/^\d+$/.test(portOf(use)) ? integer("python", portOf(use)) : javascript`Number(${portOf(use)})`},`,
    ...(vhost === undefined ? [] : [javascript`vhost: ${vhost},`]),
    ...(login ? [javascript`username: ${login.user},`] : []),
    ...(login?.password ? [javascript`password: ${login.password},`] : []),
  ];
  const keys = hasCertificate(use)
    ? javascript`, {
        ${certificate.javascript(use)}
        ${isExternal(use) ? javascript`credentials: amqp.credentials.external(),` : undefined}
      }`
    : javascript``;
  const connect = javascript`
    const connection = await amqp.connect({
      ${server}
    }${keys});
  `;
  const imports = { amqp: 'import amqp from "amqplib";' };
  const library = "npm install amqplib";
  if (use.way === "receive") {
    const from = origin(use);
    const bind =
      "queue" in from
        ? javascript`const queue = ${from.queue};`
        : javascript`
            const { queue } = await channel.assertQueue("", { exclusive: true });
            await channel.bindQueue(queue, ${[from.exchange, from.key]});
          `;
    const body = javascript`
      ${connect}
      const channel = await connection.createChannel();
      ${bind}
      await channel.consume(queue, (message) => {
        if (message === null) return;
        console.log(message.content.toString());
        channel.ack(message);
      });
    `;
    return { library, imports, body };
  }
  const { exchange, key } = target(use);
  const options = [
    javascript`contentType: ${use.contentType},`,
    ...(isPersistent(use) ? [javascript`persistent: true,`] : []),
    ...(use.headers.length > 0 ? [javascript`headers: ${pairs.javascript(use.headers)},`] : []),
  ];
  const body = javascript`
    ${payload.javascript(use)}

    ${connect}
    const channel = await connection.createConfirmChannel();
    channel.publish(${[exchange, key]}, Buffer.from(payload), {
      ${options}
    });
    await channel.waitForConfirms();
    await connection.close();
  `;
  return { library, imports, body };
}

function fromPython(use: Use): ClientProgram {
  const [login, vhost] = [loginOf(use), vhostOf(use)];
  const server = [
    python`host=${use.at.host},`,
    python`port=${integer("python", portOf(use))},`,
    ...(vhost === undefined ? [] : [python`virtual_host=${vhost},`]),
    ...(login ? [python`credentials=pika.PlainCredentials(${[login.user, login.password ?? ""]}),`] : []),
    ...(isExternal(use) ? [python`credentials=pika.credentials.ExternalCredentials(),`] : []),
    ...(isSecure(use) ? [python`ssl_options=pika.SSLOptions(tls, ${use.at.host}),`] : []),
  ];
  const connect = python`
    ${isSecure(use) ? certificate.python(use) : undefined}
    connection = pika.BlockingConnection(pika.ConnectionParameters(
        ${server}
    ))
    channel = connection.channel()
  `;
  const imports = { pika: "import pika" };
  const library = "pip install pika";
  if (use.way === "receive") {
    const from = origin(use);
    const bind =
      "queue" in from
        ? python`queue = ${from.queue}`
        : python`
            queue = channel.queue_declare("", exclusive=True).method.queue
            channel.queue_bind(queue, ${from.exchange}, routing_key=${from.key})
          `;
    const body = python`
      ${connect}
      ${bind}
      for method, properties, payload in channel.consume(queue):
          print(payload)
          channel.basic_ack(method.delivery_tag)
    `;
    return { library, imports, body };
  }
  const { exchange, key } = target(use);
  const properties = [
    python`content_type=${use.contentType}`,
    isPersistent(use) ? python`delivery_mode=2` : undefined,
    use.headers.length > 0 ? python`headers=${pairs.python(use.headers)}` : undefined,
  ];
  const body = python`
    ${payload.python(use)}

    ${connect}
    channel.confirm_delivery()
    channel.basic_publish(
        exchange=${exchange},
        routing_key=${key},
        body=payload,
        properties=pika.BasicProperties(${properties}),
    )
    connection.close()
  `;
  return { library, imports, body };
}

function fromJava(use: Use): ClientProgram {
  const [login, vhost] = [loginOf(use), vhostOf(use)];
  const connect = java`
    ${certificate.javaContext(use)}
    var factory = new ConnectionFactory();
    factory.setHost(${use.at.host});
    factory.setPort(${integer("java", portOf(use))});
    ${vhost === undefined ? undefined : java`factory.setVirtualHost(${vhost});`}
    ${login ? java`factory.setUsername(${login.user});` : undefined}
    ${login?.password ? java`factory.setPassword(${login.password});` : undefined}
    ${isExternal(use) ? java`factory.setSaslConfig(DefaultSaslConfig.EXTERNAL);` : undefined}
    ${isSecure(use) ? (hasCertificate(use) ? java`factory.useSslProtocol(tls);` : java`factory.useSslProtocol(SSLContext.getDefault());`) : undefined}
    ${isSecure(use) ? java`factory.enableHostnameVerification();` : undefined}
  `;
  const imports = Object.fromEntries(
    ["AMQP", "ConnectionFactory", "DefaultSaslConfig"].map((name) => [name, `com.rabbitmq.client.${name}`]),
  );
  const library = "com.rabbitmq:amqp-client";
  if (use.way === "receive") {
    const from = origin(use);
    const bind =
      "queue" in from
        ? java`var queue = ${from.queue};`
        : java`
            var queue = channel.queueDeclare().getQueue();
            channel.queueBind(queue, ${[from.exchange, from.key]});
          `;
    const body = java`
      ${connect}
      var channel = factory.newConnection().createChannel();
      ${bind}
      channel.basicConsume(queue, true,
          (tag, message) -> System.out.println(new String(message.getBody(), StandardCharsets.UTF_8)),
          tag -> {});
    `;
    return { library, imports, body };
  }
  const { exchange, key } = target(use);
  const headers = use.headers.map(([name, value]) => java`Map.entry(${name}, ${value})`);
  const body = java`
    ${payload.java(use)}

    ${connect}
    try (var connection = factory.newConnection(); var channel = connection.createChannel()) {
      var properties = new AMQP.BasicProperties.Builder()
          .contentType(${use.contentType})
          ${isPersistent(use) ? java`.deliveryMode(2)` : undefined}
          ${headers.length > 0 ? java`.headers(Map.ofEntries(${headers}))` : undefined}
          .build();
      channel.confirmSelect();
      channel.basicPublish(${[exchange, key]}, properties, payload);
      channel.waitForConfirmsOrDie(5000);
    }
  `;
  return { library, imports, body };
}

function fromGo(use: Use): ClientProgram {
  const [login, vhost] = [loginOf(use), vhostOf(use)];
  const host = use.at.host.includes(":") ? `[${use.at.host}]` : use.at.host;
  const config = [
    ...(vhost === undefined ? [] : [go`Vhost: ${vhost},`]),
    ...(login ? [go`SASL: []amqp.Authentication{&amqp.PlainAuth{Username: ${login.user}, Password: ${login.password ?? ""}}},`] : []),
    ...(isExternal(use) ? [go`SASL: []amqp.Authentication{&amqp.ExternalAuth{}},`] : []),
    ...(hasCertificate(use) ? [go`TLSClientConfig: ${certificate.goConfig(use)},`] : []),
  ];
  const url = `${isSecure(use) ? "amqps" : "amqp"}://${host}:${portOf(use)}`;
  const dial =
    config.length === 0
      ? go`connection, err := amqp.Dial(${url})`
      : go`
          connection, err := amqp.DialConfig(${url}, amqp.Config{
            ${config}
          })
        `;
  const connect = go`
    ${certificate.go(use)}
    ${dial}
    ${FATAL}
    defer connection.Close()
    channel, err := connection.Channel()
    ${FATAL}
  `;
  const imports = { amqp: "amqp github.com/rabbitmq/amqp091-go" };
  const library = "go get github.com/rabbitmq/amqp091-go";
  if (use.way === "receive") {
    const from = origin(use);
    const bind: SourceCode | undefined =
      "queue" in from
        ? undefined
        : go`
            queue, err := channel.QueueDeclare("", false, true, true, false, nil)
            ${FATAL}
            if err := channel.QueueBind(queue.Name, ${[from.key, from.exchange]}, false, nil); err != nil {
              log.Fatal(err)
            }
          `;
    const body = go`
      ${connect}
      ${bind}
      deliveries, err := channel.Consume(${"queue" in from ? from.queue : go`queue.Name`}, "", true, false, false, false, nil)
      ${FATAL}
      for delivery := range deliveries {
        log.Printf("%s", delivery.Body)
      }
    `;
    return { library, imports, body };
  }
  const { exchange, key } = target(use);
  const body = go`
    ${payload.go(use)}
    ${connect}
    err = channel.PublishWithContext(context.Background(), ${[exchange, key]}, false, false, amqp.Publishing{
      ContentType: ${use.contentType},
      ${isPersistent(use) ? go`DeliveryMode: amqp.Persistent,` : undefined}
      ${use.headers.length > 0 ? go`Headers: amqp.Table${pairs.go(use.headers)},` : undefined}
      Body: payload,
    })
    ${FATAL}
  `;
  return { library, imports, top: payload.goTop(use), body };
}

export const amqp: Programs = { javascript: fromJavascript, python: fromPython, java: fromJava, go: fromGo };
