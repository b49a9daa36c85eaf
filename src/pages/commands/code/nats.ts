import { CERTIFICATE, hasCertificate, loginOf } from "../credentials.ts";
import { isSubjectPattern, wildcards } from "../patterns.ts";
import type { Use } from "../use.ts";
import { certificate, FATAL, pairs, payload, type Programs, unlessSentTo } from "./program.ts";
import { go, java, javascript, python, type SourceCode, type ClientProgram } from "./source.ts";

const subjectOf = ({ address }: Use): string => wildcards(address, ".", "*");
const queueOf = ({ binding }: Use): string | undefined => binding("operation", "queue");
const isSecure = (use: Use): boolean => use.at.secure || hasCertificate(use);
const serverOf = (use: Use): string => `${isSecure(use) ? "tls" : "nats"}://${use.at.brokers}`;

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

function fromJava(use: Use): ClientProgram {
  const [login, queue] = [loginOf(use), queueOf(use)];
  const options = java`
    ${certificate.javaContext(use)}
    var options = new Options.Builder()
        .server(${serverOf(use)})
        ${login ? java`.userInfo(${[login.user, login.password ?? ""]})` : undefined}
        ${hasCertificate(use) ? java`.sslContext(tls)` : undefined}
        .build();
  `;
  const imports = {
    Headers: "io.nats.client.impl.Headers",
    Nats: "io.nats.client.Nats",
    NatsMessage: "io.nats.client.impl.NatsMessage",
    Options: "io.nats.client.Options",
  };
  const library = "io.nats:jnats";
  if (use.way === "receive") {
    const body = java`
      ${options}
      try (var connection = Nats.connect(options)) {
        var subscription = connection.subscribe(${[subjectOf(use), queue]});
        while (true) {
          var message = subscription.nextMessage(Duration.ofSeconds(10));
          if (message != null) {
            System.out.println(message.getSubject() + " " + new String(message.getData(), StandardCharsets.UTF_8));
          }
        }
      }
    `;
    return { library, imports, body };
  }
  const headers = use.headers.map(([name, value]) => java`.add(${[name, value]})`);
  const body = java`
    ${payload.java(use)}

    ${options}
    try (var connection = Nats.connect(options)) {
      var message = NatsMessage.builder()
          .subject(${use.address})
          ${headers.length > 0 ? java`.headers(new Headers()` : undefined}
              ${headers}
          ${headers.length > 0 ? java`)` : undefined}
          .data(payload)
          .build();
      connection.publish(message);
      connection.flush(Duration.ofSeconds(5));
    }
  `;
  return { library, imports, body };
}

function fromGo(use: Use): ClientProgram {
  const [login, queue] = [loginOf(use), queueOf(use)];
  const options: (string | SourceCode)[] = [
    serverOf(use),
    ...(login ? [go`nats.UserInfo(${[login.user, login.password ?? ""]})`] : []),
    ...(hasCertificate(use) ? [go`nats.ClientCert(${CERTIFICATE.certificate}, ${CERTIFICATE.key})`] : []),
  ];
  const connect = go`
    connection, err := nats.Connect(${options})
    ${FATAL}
    defer connection.Close()
  `;
  const imports = { nats: "github.com/nats-io/nats.go" };
  const library = "go get github.com/nats-io/nats.go";
  if (use.way === "receive") {
    const subscribe =
      queue === undefined ? go`connection.SubscribeSync(${subjectOf(use)})` : go`connection.QueueSubscribeSync(${[subjectOf(use), queue]})`;
    const body = go`
      ${connect}
      subscription, err := ${subscribe}
      ${FATAL}
      for {
        message, err := subscription.NextMsgWithContext(context.Background())
        ${FATAL}
        log.Printf("%s %s", message.Subject, message.Data)
      }
    `;
    return { library, imports, body };
  }
  const body = go`
    ${payload.go(use)}
    ${connect}
    message := nats.NewMsg(${use.address})
    message.Data = payload
    ${use.headers.map(([name, value]) => go`message.Header.Set(${[name, value]})`)}
    if err := connection.PublishMsg(message); err != nil {
      log.Fatal(err)
    }
    if err := connection.Flush(); err != nil {
      log.Fatal(err)
    }
  `;
  return { library, imports, top: payload.goTop(use), body };
}

export const nats: Programs = unlessSentTo(isSubjectPattern, {
  javascript: fromJavascript,
  python: fromPython,
  java: fromJava,
  go: fromGo,
});
