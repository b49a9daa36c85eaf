import { ruleCase, v2, v3 } from "../../../support/rule-case.ts";

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
ruleCase("document/perspective", "names that agree", { document: v2(talk("operationId: receiveOrder,", "operationId: sendOrder,")) });
ruleCase("document/perspective", "names that only begin like a verb, or agree half", {
  document: v2(talk("operationId: sender,", "operationId: online,")),
});
ruleCase("document/perspective", "as many agree as contradict", {
  document: v2(
    `channels: { a: { publish: { operationId: sendA, message: {} }, subscribe: { operationId: onA, message: {} } }, b: { publish: { operationId: onB, message: {} }, subscribe: { operationId: sendB, message: {} } } }`,
  ),
});
