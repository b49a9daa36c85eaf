import { CERTIFICATE, hasCertificate, loginOf } from "../credentials.ts";
import type { Use } from "../use.ts";
import { certificate, FATAL, integer, payload, type Programs } from "./program.ts";
import { digits, go, java, javascript, python, type ClientProgram } from "./source.ts";

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

function fromJava(use: Use): ClientProgram {
  const login = loginOf(use);
  const { host, port = "6379", path, secure } = use.at;
  const database = digits(path);
  const connect = java`
    ${certificate.javaContext(use)}
    var settings = DefaultJedisClientConfig.builder()
        ${secure || hasCertificate(use) ? java`.ssl(true)` : undefined}
        ${hasCertificate(use) ? java`.sslSocketFactory(tls.getSocketFactory())` : undefined}
        ${login ? java`.user(${login.user})` : undefined}
        ${login?.password ? java`.password(${login.password})` : undefined}
        ${database ? java`.database(${database})` : undefined}
        .build();
  `;
  const client = java`new Jedis(new HostAndPort(${[host, integer("java", port)]}), settings)`;
  const imports = {
    DefaultJedisClientConfig: "redis.clients.jedis.DefaultJedisClientConfig",
    HostAndPort: "redis.clients.jedis.HostAndPort",
    Jedis: "redis.clients.jedis.Jedis",
    JedisPubSub: "redis.clients.jedis.JedisPubSub",
  };
  const library = "redis.clients:jedis";
  if (use.way === "receive") {
    const body = java`
      ${connect}
      try (var client = ${client}) {
        client.subscribe(new JedisPubSub() {
          @Override
          public void onMessage(String channel, String message) {
            System.out.println(message);
          }
        }, ${use.address});
      }
    `;
    return { library, imports, body };
  }
  const body = java`
    ${payload.java(use)}

    ${connect}
    try (var client = ${client}) {
      client.publish(${use.address}.getBytes(StandardCharsets.UTF_8), payload);
    }
  `;
  return { library, imports, body };
}

function fromGo(use: Use): ClientProgram {
  const login = loginOf(use);
  const url = hasCertificate(use) ? use.at.url.replace(/^redis:/, "rediss:") : use.at.url;
  const connect = go`
    ${certificate.go(use)}
    options, err := redis.ParseURL(${url})
    ${FATAL}
    ${login ? go`options.Username = ${login.user}` : undefined}
    ${login?.password ? go`options.Password = ${login.password}` : undefined}
    ${hasCertificate(use) ? go`options.TLSConfig.Certificates = []tls.Certificate{certificate}` : undefined}
    client := redis.NewClient(options)
    defer client.Close()
  `;
  const imports = { redis: "github.com/redis/go-redis/v9" };
  const library = "go get github.com/redis/go-redis/v9";
  if (use.way === "receive") {
    const body = go`
      ${connect}
      subscription := client.Subscribe(context.Background(), ${use.address})
      for message := range subscription.Channel() {
        log.Printf("%s %s", message.Channel, message.Payload)
      }
    `;
    return { library, imports, body };
  }
  const body = go`
    ${payload.go(use)}
    ${connect}
    if err := client.Publish(context.Background(), ${use.address}, payload).Err(); err != nil {
      log.Fatal(err)
    }
  `;
  return { library, imports, top: payload.goTop(use), body };
}

/** Programs for Redis publish/subscribe. */
export const redis: Programs = { javascript: fromJavascript, python: fromPython, java: fromJava, go: fromGo };
