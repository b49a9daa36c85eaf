import { hasCertificate, hasPassword } from "../credentials.ts";
import { variable } from "../line.ts";
import type { Use } from "../use.ts";
import { hasBody, isRequest, requestFields, requestUrl } from "../web.ts";
import { BASIC, certificate, FATAL, pairs, payload, type Programs } from "./program.ts";
import { go, java, javascript, python, type SourceCode, type ClientProgram } from "./source.ts";

/** The parts of one request: either one with the message as its body, or one whose response is read line by line. */
function requestOf(use: Use) {
  const isSending = use.way === "send";
  const method = isSending ? (use.binding("operation", "method") ?? "{method}") : "GET";
  const withBody = isSending && hasBody(method);
  const own = isSending ? [...use.headers, ...use.required("message", "headers")] : [];
  const fields = requestFields(use, own);
  const type = withBody ? [["Content-Type", use.contentType] as const] : [];
  return { method, withBody, url: requestUrl(use, use.required("operation", "query")), headers: [...type, ...fields] };
}

function fromJavascript(use: Use): ClientProgram {
  const { method, withBody, url, headers } = requestOf(use);
  const fields = [...headers, ...(hasPassword(use) ? [["Authorization", BASIC.javascript] as const] : [])];
  const options = [
    ...(method === "GET" ? [] : [javascript`method: ${method},`]),
    ...(fields.length > 0
      ? [
          javascript`
            headers: {
              ${fields.map(([name, value]) => javascript`${name}: ${value},`)}
            },
          `,
        ]
      : []),
    ...(withBody ? [javascript`body: payload,`] : []),
    ...(hasCertificate(use) ? [javascript`dispatcher: new Agent({ connect: ${pairs.javascript([["cert", javascript`readFileSync("client.crt")`], ["key", javascript`readFileSync("client.key")`]])} }),`] : []), // prettier-ignore
  ];
  const request =
    options.length === 0
      ? javascript`const response = await fetch(${url});`
      : javascript`
          const response = await fetch(${url}, {
            ${options}
          });
        `;
  const read =
    use.way === "send"
      ? javascript`console.log(response.status, await response.text());`
      : javascript`
          for await (const text of response.body.pipeThrough(new TextDecoderStream())) console.log(text);
        `;
  const body = javascript`
    ${withBody ? payload.javascript(use) : undefined}

    ${request}
    ${read}
  `;
  return hasCertificate(use)
    ? { library: "npm install undici", imports: { Agent: 'import { Agent, fetch } from "undici";' }, body }
    : { imports: {}, body };
}

function fromPython(use: Use): ClientProgram {
  const { method, withBody, url, headers } = requestOf(use);
  const isSending = use.way === "send";
  const options = [
    python`${method},`,
    python`${url},`,
    ...(headers.length > 0
      ? [
          python`
            headers={
                ${headers.map(([name, value]) => python`${name}: ${value},`)}
            },
          `,
        ]
      : []),
    ...(withBody ? [python`content=payload,`] : []),
    ...(hasPassword(use) ? [python`auth=(${[variable("USERNAME"), variable("PASSWORD")]}),`] : []),
    ...(hasCertificate(use) ? [python`verify=tls,`] : []),
    ...(isSending ? [] : [python`timeout=None,`]),
  ];
  const request = isSending
    ? python`
        response = httpx.request(
            ${options}
        )
        print(response.status_code, response.text)
      `
    : python`
        with httpx.stream(
            ${options}
        ) as response:
            for line in response.iter_lines():
                print(line)
      `;
  const body = python`
    ${withBody ? payload.python(use) : undefined}

    ${hasCertificate(use) ? certificate.python(use) : undefined}
    ${request}
  `;
  return { library: "pip install httpx", imports: { httpx: "import httpx" }, body };
}

function fromJava(use: Use): ClientProgram {
  const { method, withBody, url, headers } = requestOf(use);
  const fields = [...headers, ...(hasPassword(use) ? [["Authorization", BASIC.java] as const] : [])];
  const publisher = withBody ? java`BodyPublishers.ofByteArray(payload)` : java`BodyPublishers.noBody()`;
  const client = hasCertificate(use) ? java`HttpClient.newBuilder().sslContext(tls).build()` : java`HttpClient.newHttpClient()`;
  const read =
    use.way === "send"
      ? java`
          var response = client.send(request, BodyHandlers.ofString());
          System.out.println(response.statusCode() + " " + response.body());
        `
      : java`client.send(request, BodyHandlers.ofLines()).body().forEach(System.out::println);`;
  const body = java`
    ${withBody ? payload.java(use) : undefined}

    ${certificate.javaContext(use)}
    var client = ${client};
    var request = HttpRequest.newBuilder(URI.create(${url}))
        ${fields.map(([name, value]) => java`.header(${[name, value]})`)}
        .method(${method}, ${publisher})
        .build();
    ${read}
  `;
  const imports = {
    Base64: "java.util.Base64",
    BodyHandlers: "java.net.http.HttpResponse.BodyHandlers",
    BodyPublishers: "java.net.http.HttpRequest.BodyPublishers",
    HttpClient: "java.net.http.HttpClient",
    HttpRequest: "java.net.http.HttpRequest",
  };
  return { imports, body };
}

function fromGo(use: Use): ClientProgram {
  const { method, withBody, url, headers } = requestOf(use);
  const client: SourceCode = hasCertificate(use)
    ? go`client := &http.Client{Transport: &http.Transport{TLSClientConfig: ${certificate.goConfig(use)}}}`
    : go`client := http.DefaultClient`;
  const read =
    use.way === "send"
      ? go`
          answer, err := io.ReadAll(response.Body)
          ${FATAL}
          fmt.Println(response.Status, string(answer))
        `
      : go`
          lines := bufio.NewScanner(response.Body)
          for lines.Scan() {
            fmt.Println(lines.Text())
          }
          if err := lines.Err(); err != nil {
            log.Fatal(err)
          }
        `;
  const body = go`
    ${withBody ? payload.go(use) : undefined}
    ${certificate.go(use)}
    ${client}
    request, err := http.NewRequest(${[method, url]}, ${withBody ? go`bytes.NewReader(payload)` : go`nil`})
    ${FATAL}
    ${headers.map(([name, value]) => go`request.Header.Set(${[name, value]})`)}
    ${hasPassword(use) ? go`request.SetBasicAuth(${[variable("USERNAME"), variable("PASSWORD")]})` : undefined}
    response, err := client.Do(request)
    ${FATAL}
    defer response.Body.Close()
    ${read}
  `;
  return { imports: { bufio: "bufio" }, top: withBody ? payload.goTop(use) : undefined, body };
}

/** Leaves out programs for messages that the server sends on its own: to receive them, the reader needs a server. */
function ifRequest(make: (use: Use) => ClientProgram): (use: Use) => ClientProgram | undefined {
  return (use) => (isRequest(use) ? make(use) : undefined);
}

export const http: Programs = {
  javascript: ifRequest(fromJavascript),
  python: ifRequest(fromPython),
  java: ifRequest(fromJava),
  go: ifRequest(fromGo),
};
