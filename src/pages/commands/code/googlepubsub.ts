import { variable } from "../line.ts";
import type { Use } from "../use.ts";
import { FATAL, pairs, payload, type Programs } from "./program.ts";
import { go, java, javascript, python, type ClientProgram, type SourceCode, type Template } from "./source.ts";

const project = variable("GOOGLE_CLOUD_PROJECT");

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

function fromJava(use: Use): ClientProgram {
  const imports = {
    ByteString: "com.google.protobuf.ByteString",
    MessageReceiver: "com.google.cloud.pubsub.v1.MessageReceiver",
    Publisher: "com.google.cloud.pubsub.v1.Publisher",
    PubsubMessage: "com.google.pubsub.v1.PubsubMessage",
    Subscriber: "com.google.cloud.pubsub.v1.Subscriber",
  };
  const library = "com.google.cloud:google-cloud-pubsub";
  if (use.way === "receive") {
    const body = java`
      MessageReceiver receiver = (message, reply) -> {
        System.out.println(message.getData().toStringUtf8());
        reply.ack();
      };
      var subscriber = Subscriber.newBuilder(${[subscriptionPath(java), java`receiver`]}).build();
      subscriber.startAsync().awaitTerminated();
    `;
    return { library, imports, body };
  }
  const body = java`
    ${payload.java(use)}

    var publisher = Publisher.newBuilder(${topicPath(use, java)}).build();
    var message = PubsubMessage.newBuilder()
        .setData(ByteString.copyFrom(payload))
        ${use.headers.map(([name, value]) => java`.putAttributes(${[name, value]})`)}
        .build();
    publisher.publish(message).get();
    publisher.shutdown();
  `;
  return { library, imports, body };
}

function fromGo(use: Use): ClientProgram {
  const imports = { pubsub: "cloud.google.com/go/pubsub/v2" };
  const library = "go get cloud.google.com/go/pubsub/v2";
  const connect = go`
    ctx := context.Background()
    client, err := pubsub.NewClient(ctx, ${project})
    ${FATAL}
    defer client.Close()
  `;
  if (use.way === "receive") {
    const body = go`
      ${connect}
      err = client.Subscriber(${variable("SUBSCRIPTION")}).Receive(ctx, func(_ context.Context, message *pubsub.Message) {
        log.Printf("%s", message.Data)
        message.Ack()
      })
      ${FATAL}
    `;
    return { library, imports, body };
  }
  const body = go`
    ${payload.go(use)}
    ${connect}
    result := client.Publisher(${use.address}).Publish(ctx, &pubsub.Message{
      Data: payload,
      ${use.headers.length > 0 ? go`Attributes: map[string]string${pairs.go(use.headers)},` : undefined}
    })
    if _, err := result.Get(ctx); err != nil {
      log.Fatal(err)
    }
  `;
  return { library, imports, top: payload.goTop(use), body };
}

export const googlepubsub: Programs = { javascript: fromJavascript, python: fromPython, java: fromJava, go: fromGo };
