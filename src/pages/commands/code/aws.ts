import { isOrdered } from "../cloud.ts";
import { variable } from "../line.ts";
import type { Use } from "../use.ts";
import { FATAL, pairs, payload, type Programs } from "./program.ts";
import { go, java, javascript, plain, python, type ClientProgram, type ProgramLanguage, type SourceCode, type Template } from "./source.ts";

/** A field of a request, named as in the service's API. A value that is text becomes a literal. */
type RequestField = readonly [name: string, value: SourceCode | string];

/** One request to a service. Each SDK spells its name and fields by the rules of its language. */
interface AwsRequest {
  readonly service: "sqs" | "sns";
  readonly name: string;
  readonly fields: (language: ProgramLanguage) => readonly RequestField[];
}

const templates: Readonly<Record<ProgramLanguage, Template>> = { javascript, python, java, go };

const lower = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);
const snake = (name: string): string => name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
const classOf = (service: AwsRequest["service"]): string => (service === "sqs" ? "Sqs" : "Sns");

/** The message as text: these services take nothing else. */
const text = {
  javascript: ({ body }: Use) => (body === undefined ? javascript`payload.toString()` : javascript`payload`),
  python: ({ body }: Use) => (body === undefined ? python`payload.decode()` : python`payload`),
  java: () => java`new String(payload, StandardCharsets.UTF_8)`,
  go: () => go`aws.String(string(payload))`,
};

function attributes({ headers }: Use, language: ProgramLanguage): SourceCode {
  switch (language) {
    case "javascript":
      return pairs.javascript(headers.map(([name, value]) => [name, javascript`{ DataType: "String", StringValue: ${value} }`]));
    case "python":
      return pairs.python(headers.map(([name, value]) => [name, python`{"DataType": "String", "StringValue": ${value}}`]));
    case "java":
      return java`Map.ofEntries(${headers.map(([name, value]) => java`Map.entry(${[name, java`MessageAttributeValue.builder().dataType("String").stringValue(${value}).build()`]})`)})`;
    case "go":
      return go`map[string]types.MessageAttributeValue${pairs.go(headers.map(([name, value]) => [name, go`{DataType: aws.String("String"), StringValue: aws.String(${value})}`]))}`;
  }
}

/** The fields of a send request besides the message. */
function common(use: Use, language: ProgramLanguage): RequestField[] {
  const { ordered, byContent } = isOrdered(use);
  return [
    ...(ordered ? [["MessageGroupId", "{messageGroupId}"] as const] : []),
    ...(ordered && !byContent ? [["MessageDeduplicationId", "{messageDeduplicationId}"] as const] : []),
    ...(use.headers.length > 0 ? [["MessageAttributes", attributes(use, language)] as const] : []),
  ];
}

/** The call of a request in each language. */
const call: Readonly<Record<ProgramLanguage, (request: AwsRequest) => SourceCode>> = {
  javascript: ({ name, fields }) => javascript`
    client.send(
      new ${plain(name)}Command({
        ${fields("javascript").map(([field, value]) => javascript`${plain(field)}: ${value},`)}
      }),
    )
  `,
  python: ({ name, fields }) => python`
    client.${plain(snake(name))}(
        ${fields("python").map(([field, value]) => python`${plain(field)}=${value},`)}
    )
  `,
  java: ({ name, fields }) => java`
    client.${plain(lower(name))}(request -> request
        ${fields("java").map(([field, value]) => java`.${plain(lower(field))}(${value})`)}
    )
  `,
  go: ({ service, name, fields }) => go`
    client.${plain(name)}(ctx, &${plain(service)}.${plain(name)}Input{
      ${fields("go").map(([field, value]) => go`${plain(field)}: ${typeof value === "string" ? go`aws.String(${value})` : value},`)}
    })
  `,
};

const setup: Readonly<Record<ProgramLanguage, (request: AwsRequest) => SourceCode>> = {
  javascript: ({ service }) => javascript`const client = new ${plain(service.toUpperCase())}Client();`,
  python: ({ service }) => python`client = boto3.client(${service})`,
  java: (request) => java`var client = ${plain(classOf(request.service))}Client.create();`,
  go: ({ service }) => go`
    ctx := context.Background()
    settings, err := config.LoadDefaultConfig(ctx)
    ${FATAL}
    client := ${plain(service)}.NewFromConfig(settings)
  `,
};

function program(
  language: ProgramLanguage,
  { service }: AwsRequest,
  parts: { commands: readonly string[]; body: SourceCode; top?: SourceCode | undefined },
): ClientProgram {
  const client = `${service.toUpperCase()}Client`;
  const aws = "github.com/aws/aws-sdk-go-v2";
  const { library, imports } = {
    javascript: { library: `npm install @aws-sdk/client-${service}`, imports: { [client]: `import { ${[...parts.commands.map((name) => `${name}Command`), client].join(", ")} } from "@aws-sdk/client-${service}";` } },
    python: { library: "pip install boto3", imports: { boto3: "import boto3" } },
    java: { library: `software.amazon.awssdk:${service}`, imports: Object.fromEntries([`${classOf(service)}Client`, "model.MessageAttributeValue"].map((name) => [name.slice(name.lastIndexOf(".") + 1), `software.amazon.awssdk.services.${service}.${name}`])) },
    go: { library: `go get ${aws}/config ${aws}/service/${service}`, imports: { aws: `${aws}/aws`, config: `${aws}/config`, [service]: `${aws}/service/${service}`, types: `${aws}/service/${service}/types` } },
  }[language]; // prettier-ignore
  return { library, imports, top: parts.top, body: parts.body };
}

/** The end of a statement. */
const END = { javascript: ";", python: "", java: ";", go: "" };

function statement(language: ProgramLanguage, request: AwsRequest): SourceCode {
  const code = call[language](request);
  if (language === "go") return go`
    if _, err := ${code}; err != nil {
      log.Fatal(err)
    }
  `; // prettier-ignore
  return language === "javascript" ? javascript`await ${code};` : templates[language]`${code}${plain(END[language])}`;
}

function sending(language: ProgramLanguage, use: Use): SourceCode | undefined {
  return language === "go" ? payload.go(use) : payload[language](use);
}

/** Code that gets the URL of the queue from the service. */
const queueUrl: Readonly<Record<ProgramLanguage, (name: string) => SourceCode>> = {
  javascript: (name) => javascript`const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: ${name} }));`,
  python: (name) => python`url = client.get_queue_url(QueueName=${name})["QueueUrl"]`,
  java: (name) => java`var url = client.getQueueUrl(request -> request.queueName(${name})).queueUrl();`,
  go: (name) => go`
    queue, err := client.GetQueueUrl(ctx, &sqs.GetQueueUrlInput{QueueName: aws.String(${name})})
    ${FATAL}
  `,
};

const URL_OF: Readonly<Record<ProgramLanguage, SourceCode>> = {
  javascript: plain("QueueUrl"),
  python: plain("url"),
  java: plain("url"),
  go: plain("queue.QueueUrl"),
};

/** A loop that prints messages and deletes each after printing it. */
const loop: Readonly<Record<ProgramLanguage, SourceCode>> = {
  javascript: javascript`
    while (true) {
      const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20, MessageAttributeNames: ["All"] }));
      for (const { Body, ReceiptHandle } of Messages) {
        console.log(Body);
        await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      }
    }
  `,
  python: python`
    while True:
        answer = client.receive_message(QueueUrl=url, WaitTimeSeconds=20, MessageAttributeNames=["All"])
        for message in answer.get("Messages", []):
            print(message["Body"])
            client.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
  `,
  java: java`
    while (true) {
      var answer = client.receiveMessage(request -> request.queueUrl(url).waitTimeSeconds(20).messageAttributeNames("All"));
      for (var message : answer.messages()) {
        System.out.println(message.body());
        client.deleteMessage(request -> request.queueUrl(url).receiptHandle(message.receiptHandle()));
      }
    }
  `,
  go: go`
    for {
      answer, err := client.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: queue.QueueUrl, WaitTimeSeconds: 20, MessageAttributeNames: []string{"All"}})
      ${FATAL}
      for _, message := range answer.Messages {
        log.Print(aws.ToString(message.Body))
        if _, err := client.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: queue.QueueUrl, ReceiptHandle: message.ReceiptHandle}); err != nil {
          log.Fatal(err)
        }
      }
    }
  `,
};

function queueProgram(language: ProgramLanguage, use: Use): ClientProgram {
  const request: AwsRequest = {
    service: "sqs",
    name: "SendMessage",
    fields: (each) => [["QueueUrl", URL_OF[each]], ["MessageBody", text[each](use)], ...common(use, each)],
  };
  const start = templates[language]`
    ${setup[language](request)}
    ${queueUrl[language](use.address)}
  `;
  if (use.way === "receive") {
    const body = templates[language]`
      ${start}
      ${loop[language]}
    `;
    return program(language, request, { commands: ["DeleteMessage", "GetQueueUrl", "ReceiveMessage"], body });
  }
  const body = templates[language]`
    ${sending(language, use)}

    ${start}
    ${statement(language, request)}
  `;
  return program(language, request, {
    commands: ["GetQueueUrl", "SendMessage"],
    body,
    top: language === "go" ? payload.goTop(use) : undefined,
  });
}

/** A program for a topic. The document gives the topic's name; account and region are the reader's. */
function topicProgram(language: ProgramLanguage, use: Use): ClientProgram {
  const template = templates[language];
  const arn = template`${variable("AWS_REGION", "arn:aws:sns:", "AWS_ACCOUNT_ID")} + ${`:${use.address}`}`;
  const given = language === "go" ? go`aws.String(${arn})` : arn;
  if (use.way === "receive") {
    const endpoint = template`${variable("ENDPOINT")}`;
    const request: AwsRequest = {
      service: "sns",
      name: "Subscribe",
      fields: () => [["TopicArn", given], ["Protocol", "https"], ["Endpoint", language === "go" ? go`aws.String(${endpoint})` : endpoint]],
    }; // prettier-ignore
    const body = template`
      ${setup[language](request)}
      ${statement(language, request)}
    `;
    return program(language, request, { commands: ["Subscribe"], body });
  }
  const request: AwsRequest = {
    service: "sns",
    name: "Publish",
    fields: (each) => [["TopicArn", given], ["Message", text[each](use)], ...common(use, each)],
  };
  const body = template`
    ${sending(language, use)}

    ${setup[language](request)}
    ${statement(language, request)}
  `;
  return program(language, request, { commands: ["Publish"], body, top: language === "go" ? payload.goTop(use) : undefined });
}

function inAll(make: (language: ProgramLanguage, use: Use) => ClientProgram): Programs {
  return {
    javascript: (use) => make("javascript", use),
    python: (use) => make("python", use),
    java: (use) => make("java", use),
    go: (use) => make("go", use),
  };
}

export const sqs = inAll(queueProgram);
export const sns = inAll(topicProgram);
