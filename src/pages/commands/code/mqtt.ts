import { CERTIFICATE, hasCertificate, loginOf } from "../credentials.ts";
import type { Use } from "../use.ts";
import { isTopicFilter, wildcards } from "../patterns.ts";
import { certificate, FATAL, integer, pairs, payload, type Programs, unlessSentTo } from "./program.ts";
import { digits, go, java, javascript, python, type SourceCode, type ClientProgram } from "./source.ts";

const filter = ({ address }: Use): string => wildcards(address, "/", "+");
const isFive = ({ protocol }: Use): boolean => protocol === "mqtt5";

/** Host and port as URLs have them. */
function broker({ at }: Use, [plain, secure]: readonly [string, string]): string {
  const host = at.host.includes(":") ? `[${at.host}]` : at.host;
  return `${at.secure ? secure : plain}://${host}:${at.port ?? (at.secure ? "8883" : "1883")}`;
}

const qosOf = ({ binding }: Use): SourceCode | undefined => {
  const qos = binding("operation", "qos");
  return qos === "0" || qos === "1" || qos === "2" ? digits(qos) : undefined;
};

const isRetained = ({ binding }: Use): boolean => binding("operation", "retain") === "true";
const keepAlive = ({ binding }: Use): SourceCode | undefined => digits(binding("server", "keepAlive"));
const answerOf = (use: Use): string | undefined => (isFive(use) ? use.binding("message", "responseTopic") : undefined);

function fromJavascript(use: Use): ClientProgram {
  const login = loginOf(use);
  const [qos, alive, answer] = [qosOf(use), keepAlive(use), answerOf(use)];
  const options = [
    isFive(use) ? javascript`protocolVersion: 5,` : undefined,
    login ? javascript`username: ${login.user},` : undefined,
    login?.password ? javascript`password: ${login.password},` : undefined,
    ...certificate.javascript(use),
    alive ? javascript`keepalive: ${alive},` : undefined,
  ].filter((option) => option !== undefined);
  const url = broker(use, ["mqtt", "mqtts"]);
  const connect =
    options.length === 0
      ? javascript`const client = await mqtt.connectAsync(${url});`
      : javascript`
          const client = await mqtt.connectAsync(${url}, {
            ${options}
          });
        `;
  const imports = { mqtt: 'import mqtt from "mqtt";' };
  if (use.way === "receive") {
    const body = javascript`
      ${connect}
      client.on("message", (topic, bytes) => console.log(topic, bytes.toString()));
      await client.subscribeAsync(${[filter(use), ...(qos ? [javascript`{ qos: ${qos} }`] : [])]});
    `;
    return { library: "npm install mqtt", imports, body };
  }
  const properties = isFive(use)
    ? [
        javascript`contentType: ${use.contentType},`,
        ...(answer === undefined ? [] : [javascript`responseTopic: ${answer},`]),
        ...(use.headers.length > 0 ? [javascript`userProperties: ${pairs.javascript(use.headers)},`] : []),
      ]
    : [];
  const given = [
    ...(qos ? [javascript`qos: ${qos},`] : []),
    ...(isRetained(use) ? [javascript`retain: true,`] : []),
    ...(properties.length > 0
      ? [
          javascript`
            properties: {
              ${properties}
            },
          `,
        ]
      : []),
  ];
  const publish =
    given.length === 0
      ? javascript`await client.publishAsync(${use.address}, payload);`
      : javascript`
          await client.publishAsync(${use.address}, payload, {
            ${given}
          });
        `;
  const body = javascript`
    ${payload.javascript(use)}

    ${connect}
    ${publish}
    await client.endAsync();
  `;
  return { library: "npm install mqtt", imports, body };
}

function fromPython(use: Use): ClientProgram {
  const { at, address, headers, contentType } = use;
  const login = loginOf(use);
  const [qos, alive, answer] = [qosOf(use), keepAlive(use), answerOf(use)];
  const isSecure = at.secure || hasCertificate(use);
  const keys = hasCertificate(use) ? [python`certfile=${CERTIFICATE.certificate}`, python`keyfile=${CERTIFICATE.key}`] : [];
  const client = python`
    client = mqtt.Client(${[python`mqtt.CallbackAPIVersion.VERSION2`, isFive(use) ? python`protocol=mqtt.MQTTv5` : undefined]})
    ${login ? python`client.username_pw_set(${[login.user, login.password]})` : undefined}
    ${isSecure ? python`client.tls_set(${keys})` : undefined}
  `;
  const port = integer("python", at.port ?? (isSecure ? "8883" : "1883"));
  const connect = python`client.connect(${[at.host, port, alive ? python`keepalive=${alive}` : undefined]})`;
  const imports = {
    mqtt: "import paho.mqtt.client as mqtt",
    PacketTypes: "from paho.mqtt.packettypes import PacketTypes",
    Properties: "from paho.mqtt.properties import Properties",
  };
  const library = "pip install paho-mqtt";
  if (use.way === "receive") {
    const body = python`
      def on_connect(client, userdata, flags, reason, properties):
          client.subscribe(${[filter(use), qos ? python`qos=${qos}` : undefined]})

      def on_message(client, userdata, message):
          print(message.topic, message.payload)

      ${client}
      client.on_connect = on_connect
      client.on_message = on_message
      ${connect}
      client.loop_forever()
    `;
    return { library, imports, body };
  }
  const given = [
    python`payload`,
    qos ? python`qos=${qos}` : undefined,
    isRetained(use) ? python`retain=True` : undefined,
    isFive(use) ? python`properties=properties` : undefined,
  ];
  const body = python`
    ${payload.python(use)}

    ${client}
    ${connect}
    client.loop_start()
    ${isFive(use) ? python`properties = Properties(PacketTypes.PUBLISH)` : undefined}
    ${isFive(use) ? python`properties.ContentType = ${contentType}` : undefined}
    ${answer === undefined ? undefined : python`properties.ResponseTopic = ${answer}`}
    ${isFive(use) && headers.length > 0 ? python`properties.UserProperty = [${headers.map(([name, value]) => python`(${name}, ${value})`)}]` : undefined}
    client.publish(${[address, ...given]}).wait_for_publish()
    client.disconnect()
  `;
  return { library, imports, body };
}

const QOS: Readonly<Record<string, SourceCode>> = {
  0: java`MqttQos.AT_MOST_ONCE`,
  1: java`MqttQos.AT_LEAST_ONCE`,
  2: java`MqttQos.EXACTLY_ONCE`,
};

function fromJava(use: Use): ClientProgram {
  const { at, address, headers, contentType } = use;
  const login = loginOf(use);
  const [alive, answer] = [keepAlive(use), answerOf(use)];
  const qos = QOS[qosOf(use)?.text ?? ""];
  const isSecure = at.secure || hasCertificate(use);
  const tls = hasCertificate(use) ? java`.sslConfig().keyManagerFactory(keys).applySslConfig()` : java`.sslWithDefaultConfig()`;
  const client = java`
    ${certificate.java(use)}
    var client = MqttClient.builder()
        .${isFive(use) ? java`useMqttVersion5` : java`useMqttVersion3`}()
        .serverHost(${at.host})
        .serverPort(${integer("java", at.port ?? (isSecure ? "8883" : "1883"))})
        ${isSecure ? tls : undefined}
        ${login ? java`.simpleAuth()` : undefined}
            ${login ? java`.username(${login.user})` : undefined}
            ${login?.password ? java`.password(${login.password}.getBytes(StandardCharsets.UTF_8))` : undefined}
            ${login ? java`.applySimpleAuth()` : undefined}
        .buildBlocking();
    ${alive ? java`client.connectWith().keepAlive(${alive}).send();` : java`client.connect();`}
  `;
  const imports = {
    MqttClient: "com.hivemq.client.mqtt.MqttClient",
    MqttGlobalPublishFilter: "com.hivemq.client.mqtt.MqttGlobalPublishFilter",
    MqttQos: "com.hivemq.client.mqtt.datatypes.MqttQos",
  };
  const library = "com.hivemq:hivemq-mqtt-client";
  if (use.way === "receive") {
    const body = java`
      ${client}
      try (var messages = client.publishes(MqttGlobalPublishFilter.ALL)) {
        client.subscribeWith().topicFilter(${filter(use)})${qos ? java`.qos(${qos})` : java``}.send();
        while (true) {
          var message = messages.receive();
          System.out.println(message.getTopic() + " " + new String(message.getPayloadAsBytes(), StandardCharsets.UTF_8));
        }
      }
    `;
    return { library, imports, body };
  }
  const body = java`
    ${payload.java(use)}

    ${client}
    client.publishWith()
        .topic(${address})
        ${qos ? java`.qos(${qos})` : undefined}
        ${isRetained(use) ? java`.retain(true)` : undefined}
        ${isFive(use) ? java`.contentType(${contentType})` : undefined}
        ${answer === undefined ? undefined : java`.responseTopic(${answer})`}
        ${isFive(use) && headers.length > 0 ? java`.userProperties()` : undefined}
            ${isFive(use) ? headers.map(([name, value]) => java`.add(${name}, ${value})`) : undefined}
            ${isFive(use) && headers.length > 0 ? java`.applyUserProperties()` : undefined}
        .payload(payload)
        .send();
    client.disconnect();
  `;
  return { library, imports, body };
}

/** A program with the library for MQTT 3.1.1. */
function fromGo(use: Use): ClientProgram {
  const login = loginOf(use);
  const qos = qosOf(use) ?? go`0`;
  const isSecure = use.at.secure || hasCertificate(use);
  const options = go`
    ${certificate.go(use)}
    options := mqtt.NewClientOptions()
    options.AddBroker(${broker(use, ["tcp", "tls"])})
    ${login ? go`options.SetUsername(${login.user})` : undefined}
    ${login?.password ? go`options.SetPassword(${login.password})` : undefined}
    ${isSecure && hasCertificate(use) ? go`options.SetTLSConfig(${certificate.goConfig(use)})` : undefined}
  `;
  const connect = go`
    client := mqtt.NewClient(options)
    if token := client.Connect(); token.Wait() && token.Error() != nil {
      log.Fatal(token.Error())
    }
  `;
  const imports = { mqtt: "mqtt github.com/eclipse/paho.mqtt.golang" };
  const library = "go get github.com/eclipse/paho.mqtt.golang";
  if (use.way === "receive") {
    const body = go`
      ${options}
      options.SetDefaultPublishHandler(func(_ mqtt.Client, message mqtt.Message) {
        log.Printf("%s %s", message.Topic(), message.Payload())
      })
      options.SetOnConnectHandler(func(client mqtt.Client) {
        client.Subscribe(${[filter(use), qos]}, nil)
      })
      ${connect}
      select {}
    `;
    return { library, imports, body };
  }
  const body = go`
    ${payload.go(use)}
    ${options}
    ${connect}
    token := client.Publish(${[use.address, qos, isRetained(use) ? go`true` : go`false`]}, payload)
    if token.Wait() && token.Error() != nil {
      log.Fatal(token.Error())
    }
    client.Disconnect(250)
  `;
  return { library, imports, top: payload.goTop(use), body };
}

/** A program with the library for MQTT 5, which reconnects by itself. */
function fromGo5(use: Use): ClientProgram {
  const login = loginOf(use);
  const [qos, alive, answer] = [qosOf(use), keepAlive(use), answerOf(use)];
  const options = [
    go`ServerUrls: []*url.URL{server},`,
    go`KeepAlive: ${alive ?? go`30`},`,
    ...(login ? [go`ConnectUsername: ${login.user},`] : []),
    ...(login?.password ? [go`ConnectPassword: []byte(${login.password}),`] : []),
    ...(hasCertificate(use) ? [go`TlsCfg: ${certificate.goConfig(use)},`] : []),
  ];
  const start = go`
    server, err := url.Parse(${broker(use, ["mqtt", "mqtts"])})
    ${FATAL}
    ${certificate.go(use)}
    ctx := context.Background()
  `;
  const imports = { autopaho: "github.com/eclipse/paho.golang/autopaho", paho: "github.com/eclipse/paho.golang/paho" };
  const library = "go get github.com/eclipse/paho.golang";
  if (use.way === "receive") {
    const subscription = [go`Topic: ${filter(use)}`, ...(qos ? [go`QoS: ${qos}`] : [])];
    const body = go`
      ${start}
      connection, err := autopaho.NewConnection(ctx, autopaho.ClientConfig{
        ${options}
        OnConnectionUp: func(connection *autopaho.ConnectionManager, _ *paho.Connack) {
          _, err := connection.Subscribe(ctx, &paho.Subscribe{
            Subscriptions: []paho.SubscribeOptions{{${subscription}}},
          })
          if err != nil {
            log.Print(err)
          }
        },
        ClientConfig: paho.ClientConfig{
          OnPublishReceived: []func(paho.PublishReceived) (bool, error){
            func(received paho.PublishReceived) (bool, error) {
              log.Printf("%s %s", received.Packet.Topic, received.Packet.Payload)
              return true, nil
            },
          },
        },
      })
      ${FATAL}
      <-connection.Done()
    `;
    return { library, imports, body };
  }
  const properties = [
    go`ContentType: ${use.contentType},`,
    ...(answer === undefined ? [] : [go`ResponseTopic: ${answer},`]),
    ...(use.headers.length > 0
      ? [go`User: paho.UserProperties{${use.headers.map(([name, value]) => go`{Key: ${name}, Value: ${value}}`)}},`]
      : []),
  ];
  const body = go`
    ${payload.go(use)}
    ${start}
    connection, err := autopaho.NewConnection(ctx, autopaho.ClientConfig{
      ${options}
    })
    ${FATAL}
    if err := connection.AwaitConnection(ctx); err != nil {
      log.Fatal(err)
    }
    _, err = connection.Publish(ctx, &paho.Publish{
      Topic: ${use.address},
      ${qos ? go`QoS: ${qos},` : undefined}
      ${isRetained(use) ? go`Retain: true,` : undefined}
      Payload: payload,
      Properties: &paho.PublishProperties{
        ${properties}
      },
    })
    ${FATAL}
    if err := connection.Disconnect(ctx); err != nil {
      log.Fatal(err)
    }
  `;
  return { library, imports, top: payload.goTop(use), body };
}

export const mqtt: Programs = unlessSentTo(isTopicFilter, {
  javascript: fromJavascript,
  python: fromPython,
  java: fromJava,
  go: (use) => (isFive(use) ? fromGo5(use) : fromGo(use)),
});
