import { hasCertificate, hasPassword } from "../credentials.ts";
import { variable } from "../line.ts";
import type { Use } from "../use.ts";
import { requestFields, requestUrl } from "../web.ts";
import { BASIC, certificate, FATAL, pairs, payload, type Programs } from "./program.ts";
import { go, java, javascript, python, type SourceCode, type ClientProgram } from "./source.ts";

/** The handshake: a GET request with the headers and query of the channel. */
function handshake(use: Use) {
  const headers = requestFields(use, use.required("channel", "headers"));
  return { url: requestUrl(use, use.required("channel", "query")), headers };
}

function fromJavascript(use: Use): ClientProgram {
  const { url, headers } = handshake(use);
  const options = [
    ...(hasPassword(use) ? [javascript`auth: ${variable("USERNAME", "", "PASSWORD")},`] : []),
    ...(headers.length > 0 ? [javascript`headers: ${pairs.javascript(headers)},`] : []),
    ...certificate.javascript(use),
  ];
  const connect =
    options.length === 0
      ? javascript`const socket = new WebSocket(${url});`
      : javascript`
          const socket = new WebSocket(${url}, {
            ${options}
          });
        `;
  const isSending = use.way === "send";
  const body = javascript`
    ${isSending ? payload.javascript(use) : undefined}

    ${connect}
    ${isSending ? javascript`socket.on("open", () => socket.send(payload));` : undefined}
    socket.on("message", (data) => console.log(data.toString()));
    socket.on("error", (error) => console.error(error.message));
  `;
  return { library: "npm install ws", imports: { WebSocket: 'import WebSocket from "ws";' }, body };
}

function fromPython(use: Use): ClientProgram {
  const { url, headers } = handshake(use);
  const fields = [...headers, ...(hasPassword(use) ? [["Authorization", BASIC.python] as const] : [])];
  const options = [
    python`${url},`,
    ...(fields.length > 0 ? [python`additional_headers=${pairs.python(fields)},`] : []),
    ...(hasCertificate(use) ? [python`ssl=tls,`] : []),
  ];
  const isSending = use.way === "send";
  const call =
    options.length === 1
      ? python`connect(${url})`
      : python`
          connect(
              ${options}
          )
        `;
  const body = python`
    ${isSending ? payload.python(use) : undefined}

    ${hasCertificate(use) ? certificate.python(use) : undefined}
    with ${[call, undefined]} as socket:
        ${isSending ? python`socket.send(payload)` : undefined}
        for message in socket:
            print(message)
  `;
  return { library: "pip install websockets", imports: { connect: "from websockets.sync.client import connect" }, body };
}

function fromJava(use: Use): ClientProgram {
  const { url, headers } = handshake(use);
  const fields = [...headers, ...(hasPassword(use) ? [["Authorization", BASIC.java] as const] : [])];
  const client = hasCertificate(use) ? java`HttpClient.newBuilder().sslContext(tls).build()` : java`HttpClient.newHttpClient()`;
  const send =
    use.body === undefined
      ? java`socket.sendBinary(ByteBuffer.wrap(payload), true).join();`
      : java`socket.sendText(new String(payload, StandardCharsets.UTF_8), true).join();`;
  const isSending = use.way === "send";
  const imports = {
    Base64: "java.util.Base64",
    ByteBuffer: "java.nio.ByteBuffer",
    CompletionStage: "java.util.concurrent.CompletionStage",
    HttpClient: "java.net.http.HttpClient",
    WebSocket: "java.net.http.WebSocket",
  };
  const body = java`
    ${isSending ? payload.java(use) : undefined}

    ${certificate.javaContext(use)}
    var listener = new WebSocket.Listener() {
      @Override
      public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
        System.out.println(data);
        return WebSocket.Listener.super.onText(socket, data, last);
      }
    };
    var socket = ${client}.newWebSocketBuilder()
        ${fields.map(([name, value]) => java`.header(${[name, value]})`)}
        .buildAsync(URI.create(${url}), listener)
        .join();
    ${isSending ? send : undefined}
    Thread.currentThread().join();
  `;
  return { imports, body };
}

function fromGo(use: Use): ClientProgram {
  const { url, headers } = handshake(use);
  const fields = [...headers, ...(hasPassword(use) ? [["Authorization", BASIC.go] as const] : [])];
  const options = [
    ...(fields.length > 0 ? [go`HTTPHeader: http.Header${pairs.go(fields.map(([name, value]) => [name, go`{${value}}`]))},`] : []),
    ...(hasCertificate(use)
      ? [go`HTTPClient: &http.Client{Transport: &http.Transport{TLSClientConfig: ${certificate.goConfig(use)}}},`]
      : []),
  ];
  const given: SourceCode =
    options.length === 0
      ? go`nil`
      : go`
          &websocket.DialOptions{
            ${options}
          }
        `;
  const isSending = use.way === "send";
  const kind = use.body === undefined ? go`websocket.MessageBinary` : go`websocket.MessageText`;
  const body = go`
    ${isSending ? payload.go(use) : undefined}
    ctx := context.Background()
    ${certificate.go(use)}
    socket, _, err := websocket.Dial(ctx, ${[url, given]})
    ${FATAL}
    defer socket.CloseNow()
    ${
      isSending
        ? go`
            if err := socket.Write(ctx, ${kind}, payload); err != nil {
              log.Fatal(err)
            }
          `
        : undefined
    }
    for {
      _, data, err := socket.Read(ctx)
      ${FATAL}
      log.Printf("%s", data)
    }
  `;
  const imports = { websocket: "github.com/coder/websocket", base64: "encoding/base64" };
  return { library: "go get github.com/coder/websocket", imports, top: isSending ? payload.goTop(use) : undefined, body };
}

/** Leaves out programs for handshakes by other methods: clients can only use GET. */
function ifGet(make: (use: Use) => ClientProgram): (use: Use) => ClientProgram | undefined {
  return (use) => ((use.binding("channel", "method") ?? "GET").toUpperCase() === "GET" ? make(use) : undefined);
}

export const websocket: Programs = {
  javascript: ifGet(fromJavascript),
  python: ifGet(fromPython),
  java: ifGet(fromJava),
  go: ifGet(fromGo),
};
