/**
 * Documents of N channels with many problems of one kind, beside the same document without a problem: `clean` has ids, types,
 * texts and examples as they should be. Each fault is one that an author makes by a script or by copying.
 */

const faults = {
  clean: {},
  "one operationId": { operationId: () => "same" },
  "one messageId": { messageId: () => "same" },
  "unknown fields": { more: () => ({ summery: "Told", descripton: "Told", tag: [] }) },
  "wrong types": { summary: () => 5 },
  "failing examples": { payload: (index) => ({ count: `${index}`, mood: "none" }) },
  "broken references": { ref: (index) => ({ $ref: `#/components/schemas/none${index}` }) },
  "raw HTML": { text: (index) => `Told <b>by ${index}</b> and [more](none-${index}.md)` },
  "undefined parameters": { address: (index) => `place/{id}/${index}` },
};

/** What can be wrong with a document. */
export const kinds = Object.keys(faults);

/** A document of so many channels with one kind of fault in each, as JSON, which is YAML too. */
export function faulty(count, kind) {
  const fault = faults[kind];
  const channels = {};
  for (let index = 0; index < count; index += 1) {
    const schema = { type: "object", properties: { count: { type: "integer" }, mood: { enum: ["good", "bad"] } } };
    const message = {
      messageId: fault.messageId?.(index) ?? `message${index}`,
      payload: fault.ref?.(index) ?? schema,
      examples: [{ payload: fault.payload?.(index) ?? { count: index, mood: "good" } }],
    };
    const subscribe = {
      operationId: fault.operationId?.(index) ?? `hear${index}`,
      summary: fault.summary?.(index) ?? "Told",
      description: fault.text?.(index) ?? `Told by ${index}, see [more](https://example.com/${index})`,
      ...fault.more?.(index),
      message,
    };
    channels[fault.address?.(index) ?? `place/${index}`] = { subscribe };
  }
  return JSON.stringify({ asyncapi: "2.6.0", info: { title: "Places", version: "1" }, channels }, undefined, 1);
}
