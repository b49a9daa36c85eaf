import { isOrdered } from "../cloud.ts";
import { variable } from "../line.ts";
import type { Use } from "../use.ts";
import { pairs, payload, type Programs } from "./program.ts";
import { javascript, plain, python, type ClientProgram, type SourceCode } from "./source.ts";

type SdkLanguage = "javascript" | "python";

/** A field of a request, named as in the service's API. A value that is text becomes a literal. */
type RequestField = readonly [name: string, value: SourceCode | string];

/** One request to a service. Each SDK spells its name and fields by the rules of its language. */
interface AwsRequest {
  readonly service: "sqs" | "sns";
  readonly name: string;
  readonly fields: (language: SdkLanguage) => readonly RequestField[];
}

const templates: Readonly<Record<SdkLanguage, typeof javascript>> = { javascript, python };

const snake = (name: string): string => name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** The message as text: these services take nothing else. */
const text = {
  javascript: ({ body }: Use) => (body === undefined ? javascript`payload.toString()` : javascript`payload`),
  python: ({ body }: Use) => (body === undefined ? python`payload.decode()` : python`payload`),
};

function attributes({ headers }: Use, language: SdkLanguage): SourceCode {
  switch (language) {
    case "javascript":
      return pairs.javascript(headers.map(([name, value]) => [name, javascript`{ DataType: "String", StringValue: ${value} }`]));
    case "python":
      return pairs.python(headers.map(([name, value]) => [name, python`{"DataType": "String", "StringValue": ${value}}`]));
  }
}

/** The fields of a send request besides the message. */
function common(use: Use, language: SdkLanguage): RequestField[] {
  const { ordered, byContent } = isOrdered(use);
  return [
    ...(ordered ? [["MessageGroupId", "{messageGroupId}"] as const] : []),
    ...(ordered && !byContent ? [["MessageDeduplicationId", "{messageDeduplicationId}"] as const] : []),
    ...(use.headers.length > 0 ? [["MessageAttributes", attributes(use, language)] as const] : []),
  ];
}

/** The call of a request in each language. */
const call: Readonly<Record<SdkLanguage, (request: AwsRequest) => SourceCode>> = {
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
};

const setup: Readonly<Record<SdkLanguage, (request: AwsRequest) => SourceCode>> = {
  javascript: ({ service }) => javascript`const client = new ${plain(service.toUpperCase())}Client();`,
  python: ({ service }) => python`client = boto3.client(${service})`,
};

function program(
  language: SdkLanguage,
  { service }: AwsRequest,
  { commands, body }: { commands: readonly string[]; body: SourceCode },
): ClientProgram {
  const client = `${service.toUpperCase()}Client`;
  const { library, imports } = {
    javascript: { library: `npm install @aws-sdk/client-${service}`, imports: { [client]: `import { ${[...commands.map((name) => `${name}Command`), client].join(", ")} } from "@aws-sdk/client-${service}";` } },
    python: { library: "pip install boto3", imports: { boto3: "import boto3" } },
  }[language]; // prettier-ignore
  return { library, imports, body };
}

function statement(language: SdkLanguage, request: AwsRequest): SourceCode {
  const code = call[language](request);
  return language === "javascript" ? javascript`await ${code};` : code;
}

/** Code that gets the URL of the queue from the service. */
const queueUrl: Readonly<Record<SdkLanguage, (name: string) => SourceCode>> = {
  javascript: (name) => javascript`const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: ${name} }));`,
  python: (name) => python`url = client.get_queue_url(QueueName=${name})["QueueUrl"]`,
};

const URL_OF: Readonly<Record<SdkLanguage, SourceCode>> = {
  javascript: plain("QueueUrl"),
  python: plain("url"),
};

/** A loop that prints messages and deletes each after printing it. */
const loop: Readonly<Record<SdkLanguage, SourceCode>> = {
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
};

function queueProgram(language: SdkLanguage, use: Use): ClientProgram {
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
    ${payload[language](use)}

    ${start}
    ${statement(language, request)}
  `;
  return program(language, request, { commands: ["GetQueueUrl", "SendMessage"], body });
}

/** A program for a topic. The document gives the topic's name; account and region are the reader's. */
function topicProgram(language: SdkLanguage, use: Use): ClientProgram {
  const template = templates[language];
  const arn = template`${variable("AWS_REGION", "arn:aws:sns:", "AWS_ACCOUNT_ID")} + ${`:${use.address}`}`;
  if (use.way === "receive") {
    const endpoint = template`${variable("ENDPOINT")}`;
    const request: AwsRequest = {
      service: "sns",
      name: "Subscribe",
      fields: () => [["TopicArn", arn], ["Protocol", "https"], ["Endpoint", endpoint]],
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
    fields: (each) => [["TopicArn", arn], ["Message", text[each](use)], ...common(use, each)],
  };
  const body = template`
    ${payload[language](use)}

    ${setup[language](request)}
    ${statement(language, request)}
  `;
  return program(language, request, { commands: ["Publish"], body });
}

function inBoth(make: (language: SdkLanguage, use: Use) => ClientProgram): Programs {
  return { javascript: (use) => make("javascript", use), python: (use) => make("python", use) };
}

export const sqs = inBoth(queueProgram);
export const sns = inBoth(topicProgram);
