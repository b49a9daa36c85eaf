import { CERTIFICATE, hasCertificate, loginOf } from "../credentials.ts";
import type { NamedText, Use } from "../use.ts";
import { certificate, FATAL, integer, pairs, payload, type Programs } from "./program.ts";
import { go, java, javascript, python, type ClientProgram } from "./source.ts";

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

function fromJava(use: Use): ClientProgram {
  const login = loginOf(use);
  const keys = java`options.setKeyCertOptions(new PemKeyCertOptions().addCertPath(${CERTIFICATE.certificate}).addKeyPath(${CERTIFICATE.key}));`;
  const wait = java`.toCompletionStage().toCompletableFuture().get()`;
  const connect = java`
    var vertx = Vertx.vertx();
    var options = new StompClientOptions()
        .setHost(${use.at.host})
        .setPort(${integer("java", portOf(use))})
        ${isSecure(use) ? java`.setSsl(true)` : undefined}
        ${login ? java`.setLogin(${login.user})` : undefined}
        ${login?.password ? java`.setPasscode(${login.password})` : undefined}
        .setVirtualHost(${vhostOf(use)});
    ${hasCertificate(use) ? keys : undefined}
    var connection = StompClient.create(vertx, options).connect()${wait};
  `;
  const imports = {
    Buffer: "io.vertx.core.buffer.Buffer",
    PemKeyCertOptions: "io.vertx.core.net.PemKeyCertOptions",
    StompClient: "io.vertx.ext.stomp.StompClient",
    StompClientOptions: "io.vertx.ext.stomp.StompClientOptions",
    Vertx: "io.vertx.core.Vertx",
  };
  const library = "io.vertx:vertx-stomp";
  if (use.way === "receive") {
    const body = java`
      ${connect}
      connection.subscribe(${[use.address, java`frame -> System.out.println(frame.getBodyAsString())`]})${wait};
    `;
    return { library, imports, body };
  }
  const headers: readonly NamedText[] = [["content-type", use.contentType], ...headersOf(use)];
  const body = java`
    ${payload.java(use)}

    ${connect}
    connection.send(${[
      use.address,
      java`Map.ofEntries(${headers.map(([name, value]) => java`Map.entry(${[name, value]})`)})`,
      java`Buffer.buffer(payload)`,
    ]})${wait};
    connection.disconnect()${wait};
    vertx.close();
  `;
  return { library, imports, body };
}

function fromGo(use: Use): ClientProgram {
  const login = loginOf(use);
  const address = `${use.at.host.includes(":") ? `[${use.at.host}]` : use.at.host}:${portOf(use)}`;
  const options = [
    go`stomp.ConnOpt.Host(${vhostOf(use)})`,
    login ? go`stomp.ConnOpt.Login(${[login.user, login.password ?? ""]})` : undefined,
  ];
  const connect = isSecure(use)
    ? go`
        ${certificate.go(use)}
        socket, err := tls.Dial(${["tcp", address, certificate.goConfig(use)]})
        ${FATAL}
        connection, err := stomp.Connect(${[go`socket`, ...options]})
        ${FATAL}
        defer connection.Disconnect()
      `
    : go`
        connection, err := stomp.Dial(${["tcp", address, ...options]})
        ${FATAL}
        defer connection.Disconnect()
      `;
  const imports = { stomp: "github.com/go-stomp/stomp/v3" };
  const library = "go get github.com/go-stomp/stomp/v3";
  if (use.way === "receive") {
    const body = go`
      ${connect}
      subscription, err := connection.Subscribe(${[use.address, go`stomp.AckAuto`]})
      ${FATAL}
      for message := range subscription.C {
        if message.Err != nil {
          log.Fatal(message.Err)
        }
        log.Printf("%s", message.Body)
      }
    `;
    return { library, imports, body };
  }
  const body = go`
    ${payload.go(use)}
    ${connect}
    err = connection.Send(${[
      use.address,
      use.contentType,
      go`payload`,
      ...headersOf(use).map(([name, value]) => go`stomp.SendOpt.Header(${[name, value]})`),
    ]})
    ${FATAL}
  `;
  return { library, imports, top: payload.goTop(use), body };
}

export const stomp: Programs = { javascript: fromJavascript, python: fromPython, java: fromJava, go: fromGo };
