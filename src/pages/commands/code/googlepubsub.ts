import { variable } from "../line.ts";
import type { Use } from "../use.ts";
import { pairs, payload, type Programs } from "./program.ts";
import { javascript, python, type ClientProgram, type SourceCode, type Template } from "./source.ts";

/** The full name of the topic: as the document writes it, or in the reader's project. */
function topicPath(use: Use, template: Template): SourceCode {
  const topic = use.address;
  if (topic.startsWith("projects/")) return template`${topic}`;
  return template`${variable("GOOGLE_CLOUD_PROJECT", "projects/")} + ${`/topics/${topic}`}`;
}

/** The path of a subscription, which the reader has to create. */
function subscriptionPath(template: Template): SourceCode {
  return template`${variable("GOOGLE_CLOUD_PROJECT", "projects/")} + ${"/subscriptions/"} + ${variable("SUBSCRIPTION")}`;
}

function fromJavascript(use: Use): ClientProgram {
  const imports = { PubSub: 'import { PubSub } from "@google-cloud/pubsub";' };
  const library = "npm install @google-cloud/pubsub";
  if (use.way === "receive") {
    const body = javascript`
      const subscription = new PubSub().subscription(${variable("SUBSCRIPTION")});
      subscription.on("error", console.error);
      subscription.on("message", (message) => {
        console.log(message.data.toString());
        message.ack();
      });
    `;
    return { library, imports, body };
  }
  const body = javascript`
    ${payload.javascript(use)}

    const topic = new PubSub().topic(${use.address});
    await topic.publishMessage({
      data: Buffer.from(payload),
      ${use.headers.length > 0 ? javascript`attributes: ${pairs.javascript(use.headers)},` : undefined}
    });
  `;
  return { library, imports, body };
}

function fromPython(use: Use): ClientProgram {
  const imports = { pubsub_v1: "from google.cloud import pubsub_v1" };
  const library = "pip install google-cloud-pubsub";
  if (use.way === "receive") {
    const body = python`
      def on_message(message):
          print(message.data)
          message.ack()

      subscriber = pubsub_v1.SubscriberClient()
      subscriber.subscribe(${[subscriptionPath(python), python`on_message`]}).result()
    `;
    return { library, imports, body };
  }
  // Attributes are passed as a dictionary, because their names need not be identifiers.
  const attributes = use.headers.length > 0 ? python`**${pairs.python(use.headers)}` : undefined;
  const data = use.body === undefined ? python`payload` : python`payload.encode()`;
  const body = python`
    ${payload.python(use)}

    publisher = pubsub_v1.PublisherClient()
    publisher.publish(${[topicPath(use, python), data, attributes]}).result()
  `;
  return { library, imports, body };
}

export const googlepubsub: Programs = { javascript: fromJavascript, python: fromPython };
