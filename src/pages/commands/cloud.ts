import { line, quote, type CommandLine, variable } from "./line.ts";
import { FILE, type Command, type Use } from "./use.ts";

/** Attributes as both services of Amazon read them. */
function attributes({ headers }: Use): string | undefined {
  if (headers.length === 0) return undefined;
  return JSON.stringify(Object.fromEntries(headers.map(([name, value]) => [name, { DataType: "String", StringValue: value }])));
}

/** The tool reads a file, or a URL, in place of a value that begins like this. */
const READ = /^(?:fileb?|https?):\/\//i;

function bodyOf({ payload }: Use): string {
  return payload === undefined || READ.test(payload) ? `file://${FILE}` : payload;
}

/** Whether the topic or queue keeps the order of its messages, and tells duplicates by their content. */
export function isOrdered({ protocol, binding }: Use): { readonly ordered: boolean; readonly byContent: boolean } {
  return protocol === "sns"
    ? { ordered: binding("channel", "ordering", "type") === "FIFO", byContent: binding("channel", "ordering", "contentBasedDeduplication") === "true" }
    : { ordered: binding("channel", "queue", "fifoQueue") === "true", byContent: binding("channel", "queue", "contentBasedDeduplication") === "true" };
} // prettier-ignore

/** The name of the topic or queue. */
export function nameOf({ protocol, binding, address }: Use): string {
  return (protocol === "sns" ? binding("channel", "name") : binding("channel", "queue", "name")) ?? address;
}

/** What a message of an ordered topic or queue cannot go without, unless the service tells duplicates by their content. */
function grouped(use: Use): CommandLine {
  const { ordered, byContent } = isOrdered(use);
  if (!ordered) return [];
  return [["--message-group-id=", "{messageGroupId}"], ["--message-deduplication-id=", byContent ? undefined : "{messageDeduplicationId}"]]; // prettier-ignore
}

/** The account and the region are the reader's; the name of the topic is the document's. */
export function sns(use: Use): Command[] {
  const topic = `--topic-arn="arn:aws:sns:$AWS_REGION:$AWS_ACCOUNT_ID:"${quote(nameOf(use))}`;
  const text =
    use.way === "receive"
      ? `aws sns subscribe ${topic} ${line("--protocol=https", ["--notification-endpoint=", variable("ENDPOINT")])}`
      : `aws sns publish ${topic} ${line(...grouped(use), ["--message-attributes=", attributes(use)], ["--message=", bodyOf(use)])}`;
  return [{ tool: "aws", text }];
}

export function sqs(use: Use): Command[] {
  const name = nameOf(use);
  if (READ.test(name)) return [];
  const queue = ["--queue-url=", variable("QUEUE_URL")] as const;
  const find = `QUEUE_URL=$(${line("aws", "sqs", "get-queue-url", ["--queue-name=", name], "--query=QueueUrl", "--output=text")})`;
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

/** Attributes are a list with commas between, unless it names another separator (`gcloud topic escaping`). */
function pubsubAttributes({ headers }: Use): string | undefined {
  if (headers.length === 0) return undefined;
  const pairs = headers.map(([name, value]) => `${name}=${value}`);
  const separator = ["|", ";", "~", "#"].find((each) => !pairs.some((pair) => pair.includes(each)));
  return separator === undefined ? undefined : `^${separator}^${pairs.join(separator)}`;
}

export function googlepubsub(use: Use): Command[] {
  const { binding, address, way, payload } = use;
  if (way === "receive") {
    const text = line("gcloud", "pubsub", "subscriptions", "pull", variable("SUBSCRIPTION"), "--auto-ack", ["--limit=", "10"]);
    return [{ tool: "gcloud", text }];
  }
  const topic = binding("channel", "topic") ?? address;
  const text = line("gcloud", "pubsub", "topics", "publish", ["--attribute=", pubsubAttributes(use)], ["--message=", payload]);
  const body = payload === undefined ? ` --message="$(cat ${FILE})"` : "";
  return [{ tool: "gcloud", text: `${text}${body} ${line("--", topic)}` }];
}
