import { CERTIFICATE, hasCertificate, hasPassword, mechanismOf } from "../credentials.ts";
import { isTopicName } from "../patterns.ts";
import { type Variables, variable } from "../line.ts";
import type { Use } from "../use.ts";
import { certificate, FATAL, payload, pairs, type Programs } from "./program.ts";
import { go, java, javascript, python, type SourceCode, type ClientProgram } from "./source.ts";

type ClientSetting = readonly [name: string, value: string | Variables];

const groupOf = ({ binding }: Use): string => binding("operation", "groupId") ?? "{groupId}";
const keyOf = ({ binding }: Use): string | undefined => binding("message", "key");

function protocolOf(use: Use): string {
  const { secure } = use.at;
  return mechanismOf(use) === undefined ? (secure || hasCertificate(use) ? "SSL" : "PLAINTEXT") : secure ? "SASL_SSL" : "SASL_PLAINTEXT";
}

/** The settings that have the same name in all clients. */
function common(use: Use): ClientSetting[] {
  const protocol = protocolOf(use);
  return [["bootstrap.servers", use.at.brokers], ...(protocol === "PLAINTEXT" ? [] : [["security.protocol", protocol] as const])];
}

/** Settings of librdkafka, on which the JavaScript and Python libraries are built. */
function settingsOf(use: Use): ClientSetting[] {
  const mechanism = mechanismOf(use);
  return [
    ...common(use),
    ...(mechanism === undefined ? [] : [["sasl.mechanisms", mechanism] as const]),
    ...(hasPassword(use) ? ([["sasl.username", variable("USERNAME")], ["sasl.password", variable("PASSWORD")]] as const) : []),
    ...(hasCertificate(use) ? ([["ssl.certificate.location", CERTIFICATE.certificate], ["ssl.key.location", CERTIFICATE.key]] as const) : []),
    ...(use.way === "receive" ? [["group.id", groupOf(use)] as const] : []),
  ];
} // prettier-ignore

function fromJavascript(use: Use): ClientProgram {
  const settings = settingsOf(use).map(([name, value]) => javascript`${name}: ${value},`);
  const imports = { kafka: 'import kafka from "@confluentinc/kafka-javascript";' };
  const library = "npm install @confluentinc/kafka-javascript";
  const client = javascript`const client = new kafka.KafkaJS.Kafka();`;
  if (use.way === "receive") {
    const body = javascript`
      ${client}
      const consumer = client.consumer({
        ${settings}
      });
      await consumer.connect();
      await consumer.subscribe({ topics: [${use.address}] });
      await consumer.run({
        eachMessage: async ({ message }) => console.log(message.value?.toString()),
      });
    `;
    return { library, imports, body };
  }
  const key = keyOf(use);
  const message = [
    ...(key === undefined ? [] : [javascript`key: ${key},`]),
    javascript`value: payload,`,
    ...(use.headers.length > 0 ? [javascript`headers: ${pairs.javascript(use.headers)},`] : []),
  ];
  const body = javascript`
    ${payload.javascript(use)}

    ${client}
    const producer = client.producer({
      ${settings}
    });
    await producer.connect();
    await producer.send({
      topic: ${use.address},
      messages: [
        {
          ${message}
        },
      ],
    });
    await producer.disconnect();
  `;
  return { library, imports, body };
}

function fromPython(use: Use): ClientProgram {
  const settings = settingsOf(use).map(([name, value]) => python`${name}: ${value},`);
  const imports = {
    Consumer: "from confluent_kafka import Consumer, KafkaException",
    Producer: "from confluent_kafka import Producer",
  };
  const library = "pip install confluent-kafka";
  if (use.way === "receive") {
    const body = python`
      consumer = Consumer({
          ${settings}
      })
      consumer.subscribe([${use.address}])
      while True:
          message = consumer.poll(1.0)
          if message is None:
              continue
          if message.error():
              raise KafkaException(message.error())
          print(message.key(), message.value())
    `;
    return { library, imports, body };
  }
  const key = keyOf(use);
  const headers =
    use.headers.length > 0 ? python`headers=[${use.headers.map(([name, value]) => python`(${name}, ${value})`)}],` : undefined;
  const body = python`
    ${payload.python(use)}

    producer = Producer({
        ${settings}
    })
    producer.produce(
        ${use.address},
        value=payload,
        ${key === undefined ? undefined : python`key=${key},`}
        ${headers}
    )
    producer.flush()
  `;
  return { library, imports, body };
}

const LOGIN_MODULES: Readonly<Record<string, string>> = {
  PLAIN: "org.apache.kafka.common.security.plain.PlainLoginModule",
  "SCRAM-SHA-256": "org.apache.kafka.common.security.scram.ScramLoginModule",
  "SCRAM-SHA-512": "org.apache.kafka.common.security.scram.ScramLoginModule",
};

function javaSettings(use: Use): SourceCode[] {
  const mechanism = mechanismOf(use);
  const login = LOGIN_MODULES[mechanism ?? ""];
  const put = (name: string, value: string | SourceCode): SourceCode => java`settings.put(${[name, value]});`;
  return [
    ...common(use).map(([name, value]) => java`settings.put(${[name, value]});`),
    ...(mechanism === undefined ? [] : [put("sasl.mechanism", mechanism)]),
    ...(login === undefined ? [] : [put("sasl.jaas.config", java`${login} + " required username='" + ${variable("USERNAME")} + "' password='" + ${variable("PASSWORD")} + "';"`)]),
    ...(mechanism === "GSSAPI" ? [put("sasl.kerberos.service.name", "kafka"), put("sasl.jaas.config", "com.sun.security.auth.module.Krb5LoginModule required useTicketCache=true;")] : []),
    ...(hasCertificate(use)
      ? [
          put("ssl.keystore.type", "PEM"),
          put("ssl.keystore.certificate.chain", java`Files.readString(Path.of(${CERTIFICATE.certificate}))`),
          put("ssl.keystore.key", java`Files.readString(Path.of(${CERTIFICATE.key}))`),
        ]
      : []),
    ...(use.way === "receive" ? [put("group.id", groupOf(use))] : []),
  ];
} // prettier-ignore

function fromJava(use: Use): ClientProgram {
  const names = ["clients.consumer.KafkaConsumer", "clients.producer.KafkaProducer", "clients.producer.ProducerRecord", "common.serialization.ByteArraySerializer", "common.serialization.StringDeserializer", "common.serialization.StringSerializer"]; // prettier-ignore
  const imports = Object.fromEntries(names.map((name) => [name.slice(name.lastIndexOf(".") + 1), `org.apache.kafka.${name}`]));
  const library = "org.apache.kafka:kafka-clients";
  const settings = java`
    var settings = new Properties();
    ${javaSettings(use)}
  `;
  if (use.way === "receive") {
    const body = java`
      ${settings}
      try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
        consumer.subscribe(List.of(${use.address}));
        while (true) {
          for (var message : consumer.poll(Duration.ofSeconds(1))) {
            System.out.println(message.key() + " " + message.value());
          }
        }
      }
    `;
    return { library, imports, body };
  }
  const body = java`
    ${payload.java(use)}

    ${settings}
    try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
      var message = new ProducerRecord<String, byte[]>(${[use.address, keyOf(use), java`payload`]});
      ${use.headers.map(([name, value]) => java`message.headers().add(${name}, ${value}.getBytes(StandardCharsets.UTF_8));`)}
      producer.send(message).get();
    }
  `;
  return { library, imports, body };
}

const GO_MECHANISMS: Readonly<Record<string, readonly [auth: SourceCode, mechanism: SourceCode]>> = {
  PLAIN: [go`plain.Auth`, go`AsMechanism`],
  "SCRAM-SHA-256": [go`scram.Auth`, go`AsSha256Mechanism`],
  "SCRAM-SHA-512": [go`scram.Auth`, go`AsSha512Mechanism`],
};

/** Kerberos needs another library in Go, so there is no program for it. */
function fromGo(use: Use): ClientProgram | undefined {
  const mechanism = mechanismOf(use);
  const sasl = GO_MECHANISMS[mechanism ?? ""];
  if (mechanism !== undefined && sasl === undefined) return undefined;
  const isSecure = use.at.secure || hasCertificate(use);
  const dial = hasCertificate(use) ? go`kgo.DialTLSConfig(${certificate.goConfig(use)}),` : go`kgo.DialTLS(),`;
  const options = [
    go`kgo.SeedBrokers(${use.at.brokers.split(",")}),`,
    ...(isSecure ? [dial] : []),
    ...(sasl ? [go`kgo.SASL(${sasl[0]}{User: ${variable("USERNAME")}, Pass: ${variable("PASSWORD")}}.${sasl[1]}()),`] : []),
    ...(use.way === "receive" ? [go`kgo.ConsumerGroup(${groupOf(use)}),`, go`kgo.ConsumeTopics(${use.address}),`] : []),
  ];
  const client = go`
    ${certificate.go(use)}
    client, err := kgo.NewClient(
      ${options}
    )
    ${FATAL}
    defer client.Close()
  `;
  const imports = {
    kgo: "github.com/twmb/franz-go/pkg/kgo",
    plain: "github.com/twmb/franz-go/pkg/sasl/plain",
    scram: "github.com/twmb/franz-go/pkg/sasl/scram",
  };
  const library = "go get github.com/twmb/franz-go";
  if (use.way === "receive") {
    const body = go`
      ${client}
      for {
        fetches := client.PollFetches(context.Background())
        if err := fetches.Err(); err != nil {
          log.Fatal(err)
        }
        fetches.EachRecord(func(record *kgo.Record) {
          log.Printf("%s %s", record.Key, record.Value)
        })
      }
    `;
    return { library, imports, body };
  }
  const key = keyOf(use);
  const body = go`
    ${payload.go(use)}
    ${client}
    record := &kgo.Record{
      Topic: ${use.address},
      ${key === undefined ? undefined : go`Key: []byte(${key}),`}
      Value: payload,
      ${use.headers.length === 0 ? undefined : go`Headers: []kgo.RecordHeader{${use.headers.map(([name, value]) => go`{Key: ${name}, Value: []byte(${value})}`)}},`}
    }
    if err := client.ProduceSync(context.Background(), record).FirstErr(); err != nil {
      log.Fatal(err)
    }
  `;
  return { library, imports, top: payload.goTop(use), body };
}

function ifNamed(make: (use: Use) => ClientProgram | undefined): (use: Use) => ClientProgram | undefined {
  return (use) => (isTopicName(use.address) ? make(use) : undefined);
}

export const kafka: Programs = {
  javascript: ifNamed(fromJavascript),
  python: ifNamed(fromPython),
  java: ifNamed(fromJava),
  go: ifNamed(fromGo),
};
