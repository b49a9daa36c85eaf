/**
 * Documents of N channels with one kind of fault in each, beside the same document without any. Each fault is one that an author
 * makes by a script or by copying.
 */

const none = {};

/** What a fault puts in place of what a channel's parts say. */
const faults = {
  clean: () => none,
  "one operationId": () => ({ operation: { operationId: "same" } }),
  "one messageId": () => ({ message: { messageId: "same" } }),
  "unknown fields": () => ({ operation: { summery: "Told", descripton: "Told", tag: [] } }),
  "wrong types": () => ({ operation: { summary: 5 } }),
  "failing examples": (index) => ({ message: { examples: [{ payload: { count: `${index}`, mood: "none" } }] } }),
  "broken references": (index) => ({ message: { payload: { $ref: `#/components/schemas/none${index}` } } }),
  "raw HTML": (index) => ({ operation: { description: `Told <b>by ${index}</b> and [more](none-${index}.md)` } }),
  "undefined parameters": (index) => ({ address: `place/{id}/${index}` }),
};

/** What can be wrong with a document. */
export const kinds = Object.keys(faults);

const payload = { type: "object", properties: { count: { type: "integer" }, mood: { enum: ["good", "bad"] } } };

function channel(index, fault) {
  const examples = [{ payload: { count: index, mood: "good" } }];
  const message = { messageId: `message${index}`, payload, examples, ...fault.message };
  const description = `Told by ${index}, see [more](https://example.com/${index})`;
  return { subscribe: { operationId: `hear${index}`, summary: "Told", description, ...fault.operation, message } };
}

/** A document of so many channels with one kind of fault in each, as JSON, which is YAML too. */
export function faulty(count, kind) {
  const channels = {};
  for (let index = 0; index < count; index += 1) {
    const fault = faults[kind](index);
    channels[fault.address ?? `place/${index}`] = channel(index, fault);
  }
  return JSON.stringify({ asyncapi: "2.6.0", info: { title: "Places", version: "1" }, channels }, undefined, 1);
}
