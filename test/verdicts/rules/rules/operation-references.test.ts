import { expect, test } from "vitest";
import { built } from "../../../support/built.ts";
import { ruleCase, v3, v2 } from "../../../support/rule-case.ts";

const talk = (first: string, second: string) =>
  `channels: { a: { publish: { ${first} message: {} }, subscribe: { ${second} message: {} } } }`;

ruleCase("document/perspective", "names", { document: v2(talk("operationId: ⟦sendOrder⟧,", "operationId: onOrder,")) });
ruleCase("document/perspective", "one name and one summary", {
  document: v2(talk("summary: ⟦Publishes orders⟧,", "operationId: receive_order,")),
});
ruleCase("document/perspective", "keys of operations", {
  document: v3(
    "channels: { a: { address: a } }\noperations: { sendIt: ⟦{ action: receive, channel: { $ref: '#/channels/a' } }⟧, ReceiveIt: { action: send, channel: { $ref: '#/channels/a' } } }",
  ),
});
ruleCase("document/perspective", "handlers, which either side has", {
  document: v2(
    "channels: { a: { subscribe: { operationId: onA, message: {} } }, b: { subscribe: { operationId: on_b, message: {} } }, c: { subscribe: { operationId: onC, message: {} } } }",
  ),
});
ruleCase("document/perspective", "names that agree", { document: v2(talk("operationId: receiveOrder,", "operationId: sendOrder,")) });
ruleCase("document/perspective", "names that only begin like a verb, or agree half", {
  document: v2(talk("operationId: sender,", "operationId: online,")),
});
ruleCase("document/perspective", "as many agree as contradict", {
  document: v2(
    `channels: { a: { publish: { operationId: sendA, message: {} }, subscribe: { operationId: onA, message: {} } }, b: { publish: { operationId: onB, message: {} }, subscribe: { operationId: sendB, message: {} } } }`,
  ),
});
ruleCase("document/perspective", "summaries that name a side", {
  document: v2(talk("summary: ⟦Server messages⟧, operationId: a-publish,", "summary: Client events, operationId: a-subscribe,")),
});
ruleCase("document/perspective", "summaries that name the right side, or only begin like one", {
  document: v2(talk("summary: Client messages,", "summary: Server messages,")),
});
ruleCase("document/perspective", "sides of something else", {
  document: v2(talk("summary: Server messaged,", "summary: Client status messages,")),
});

const ofFastStream = (verb: string) =>
  `channels: { "in:OnData": { ${verb}: ⟦{ message: { $ref: "#/components/messages/in:OnData:Message" } }⟧ } }
components: { messages: { "in:OnData:Message": { title: "in:OnData:Message", correlationId: { location: "$message.header#/correlation_id" } } } }`;

ruleCase("document/perspective", "what FastStream writes for 2.x, whatever the names say", { document: v2(ofFastStream("subscribe")) });

const channels = 'channels: { a: { messages: { m: { $ref: "#/components/messages/M" } } }, b: { messages: { n: {} } } }';
const components = "components: { messages: { M: {} }, channels: { c: {} } }";

ruleCase("reference/wrong-target", "a message of another channel", {
  document: v3(
    `${channels}\noperations: { o: { action: send, channel: { $ref: "#/channels/a" }, messages: [{ $ref: ⟦"#/channels/b/messages/n"⟧ }] } }\n${components}`,
  ),
});
ruleCase("reference/wrong-target", "past the channel's entry", {
  document: v3(
    `${channels}\noperations: { o: { action: send, channel: { $ref: "#/channels/a" }, messages: [{ $ref: ⟦"#/components/messages/M"⟧ }] } }\n${components}`,
  ),
});
ruleCase("reference/wrong-target", "a channel that is a component only", {
  document: v3(`${channels}\noperations: { o: { action: send, channel: { $ref: ⟦"#/components/channels/c"⟧ } } }\n${components}`),
});
ruleCase("reference/wrong-target", "a reply with a message of another channel", {
  document: v3(
    `${channels}\noperations: { o: { action: send, channel: { $ref: "#/channels/a" }, reply: { channel: { $ref: "#/channels/b" }, messages: [{ $ref: ⟦"#/channels/a/messages/m"⟧ }] } } }\n${components}`,
  ),
});
const replying = (address: string, told: string): string =>
  v3(
    `channels: { a: {}, b: ${address} }\noperations: { o: { action: send, channel: { $ref: "#/channels/a" }, reply: { channel: { $ref: "#/channels/b" }, address: ${told} } } }`,
  );
ruleCase("operation/reply-address", "beside a channel with an address", {
  document: replying("{ address: b }", '⟦{ location: "$message.header#/to" }⟧'),
});
ruleCase("operation/reply-address", "beside a channel without one", {
  document: replying("{ address: null }", '{ location: "$message.header#/to" }'),
});
ruleCase("reference/wrong-target", "entries of the own channel", {
  document: v3(
    `${channels}\noperations: { o: { action: send, channel: { $ref: "#/channels/a" }, messages: [{ $ref: "#/channels/a/messages/m" }], reply: { channel: { $ref: "#/channels/b" }, messages: [{ $ref: "#/channels/b/messages/n" }] } } }\n${components}`,
  ),
});

test("a message that the channel of an operation or reply lacks is to be added to it", async () => {
  const own = '{ $ref: "#/components/messages/N" }';
  const reply = `reply: { channel: { $ref: "#/channels/b" }, messages: [${own}] }`;
  const operations = `operations: { o: { action: send, channel: { $ref: "#/channels/a" }, messages: [${own}], ${reply} } }`;
  const text = v3(`${channels}\n${operations}\ncomponents: { messages: { M: {}, N: {} } }`);
  const { diagnostics } = await built({ "main.yaml": text });
  const wrong = diagnostics.filter(({ code }) => code === "reference/wrong-target");
  expect(wrong.map(({ hint }) => hint)).toEqual(Array.from({ length: 2 }, () => "Add it to the channel's messages."));
});
