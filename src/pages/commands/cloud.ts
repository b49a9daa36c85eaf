import { line, quote, type CommandLine, variable } from "./line.ts";
import { FILE, type Command, type Use } from "./use.ts";

/** Headers as message attributes, in the JSON that SNS and SQS both take. */
function attributes({ headers }: Use): string | undefined {
  if (headers.length === 0) return undefined;
  return JSON.stringify(Object.fromEntries(headers.map(([name, value]) => [name, { DataType: "String", StringValue: value }])));
}

/** The tool replaces a value that begins like this by the content of a file or URL. */
const READ = /^(?:fileb?|https?):\/\//i;

function bodyOf({ payload }: Use): string {
  return payload === undefined || READ.test(payload) ? `file://${FILE}` : payload;
}

/** Whether the topic or queue keeps the order of its messages, and whether it finds duplicates by their content. */
export function isOrdered({ protocol, binding }: Use): { readonly ordered: boolean; readonly byContent: boolean } {
  return protocol === "sns"
    ? { ordered: binding("channel", "ordering", "type") === "FIFO", byContent: binding("channel", "ordering", "contentBasedDeduplication") === "true" }
    : { ordered: binding("channel", "queue", "fifoQueue") === "true", byContent: binding("channel", "queue", "contentBasedDeduplication") === "true" };
} // prettier-ignore

/**
 * The group and deduplication id, without which a FIFO topic or queue refuses a message. The latter is not needed if it compares
 * contents.
 */
function grouped(use: Use): CommandLine {
  const { ordered, byContent } = isOrdered(use);
  if (!ordered) return [];
  return [["--message-group-id=", "{messageGroupId}"], ["--message-deduplication-id=", byContent ? undefined : "{messageDeduplicationId}"]]; // prettier-ignore
}

/** The ARN of a topic: the document gives its name, the reader the account and region. */
export function sns(use: Use): Command[] {
  const topic = `--topic-arn="arn:aws:sns:$AWS_REGION:$AWS_ACCOUNT_ID:"${quote(use.address)}`;
  const text =
    use.way === "receive"
      ? `aws sns subscribe ${topic} ${line("--protocol=https", ["--notification-endpoint=", variable("ENDPOINT")])}`
      : `aws sns publish ${topic} ${line(...grouped(use), ["--message-attributes=", attributes(use)], ["--message=", bodyOf(use)])}`;
  return [{ tool: "aws", text }];
}

export function sqs(use: Use): Command[] {
  const { address } = use;
  if (READ.test(address)) return [];
  const queue = ["--queue-url=", variable("QUEUE_URL")] as const;
  const find = `QUEUE_URL=$(${line("aws", "sqs", "get-queue-url", ["--queue-name=", address], "--query=QueueUrl", "--output=text")})`;
  const text =
    use.way === "receive"
      ? line("aws", "sqs", "receive-message", queue, "--wait-time-seconds=20", "--message-attribute-names=All")
      : line(
          "aws",
          "sqs",
          "send-message",
          queue,
          ...grouped(use),
          ["--message-attributes=", attributes(use)],
          ["--message-body=", bodyOf(use)],
        );
  return [{ tool: "aws", text: `${find} && ${text}` }];
}

/**
 * Headers as a list of attributes. It names a separator that no header contains (`gcloud topic escaping`); `undefined` if there is
 * none.
 */
function pubsubAttributes({ headers }: Use): string | undefined {
  if (headers.length === 0) return undefined;
  const pairs = headers.map(([name, value]) => `${name}=${value}`);
  const separator = ["|", ";", "~", "#"].find((each) => !pairs.some((pair) => pair.includes(each)));
  return separator === undefined ? undefined : `^${separator}^${pairs.join(separator)}`;
}

export function googlepubsub(use: Use): Command[] {
  const { address, way, payload } = use;
  if (way === "receive") {
    const text = line("gcloud", "pubsub", "subscriptions", "pull", variable("SUBSCRIPTION"), "--auto-ack", ["--limit=", "10"]);
    return [{ tool: "gcloud", text }];
  }
  const text = line("gcloud", "pubsub", "topics", "publish", ["--attribute=", pubsubAttributes(use)], ["--message=", payload]);
  const body = payload === undefined ? ` --message="$(cat ${FILE})"` : "";
  return [{ tool: "gcloud", text: `${text}${body} ${line("--", address)}` }];
}
