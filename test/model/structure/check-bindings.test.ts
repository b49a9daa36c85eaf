import { describe, expect, it } from "vitest";
import { check, head2 } from "./check.ts";

describe("bindings", () => {
  const channel = (bindings: string, version = "2.4.0"): string =>
    `asyncapi: ${version}\ninfo: { title: T, version: '1' }\nchannels: { c: { bindings: ${bindings} } }\n`;

  it("are those that the version lists", () => {
    expect(check(channel("{ ⟦rabbit⟧: {}, ⟦pulsar⟧: {}, x-own: {} }"))).toEqual([
      'warning structure/unknown-binding: "rabbit" is not a protocol that the Channel Bindings Object lists. ~ Did you mean "amqp"?',
      expect.stringContaining('"pulsar" is not a protocol that the Channel Bindings Object lists.'),
    ]);
    expect(check(channel("{ pulsar: { namespace: n, persistence: persistent } }", "2.6.0"))).toEqual([]);
  });

  it("have the fields of their version", () => {
    expect(check(channel("{ kafka: { bindingVersion: 0.1.0, ⟦topic⟧: t } }"))).toEqual([
      'warning binding/unknown-field: The kafka channel binding has no field "topic" in version 0.1.0. ~ It came with version 0.3.0.',
    ]);
    expect(check(channel("{ kafka: { topic: t, ⟦partition⟧: 1, partitions: ⟦0⟧ } }"))).toEqual([
      'warning binding/unknown-field: The kafka channel binding has no field "partition" in version 0.5.0. ~ Did you mean "partitions"?',
      'warning binding/field-type: "partitions" of the kafka channel binding must be an integer of at least 1, and it is 0.',
    ]);
  });

  it("are read as the newest where the version is not known", () => {
    expect(check(channel("{ kafka: { bindingVersion: ⟦9.9.9⟧, topic: t } }"))).toEqual([
      'warning binding/version: Version "9.9.9" of the kafka binding is not known; it is read as 0.5.0. ~ Known are 0.1.0, 0.2.0, 0.3.0, 0.4.0, 0.5.0 and latest.',
    ]);
  });

  it("say where a field belongs, and what is reserved", () => {
    expect(check(channel("{ mqtt: { ⟦qos⟧: 1 } }"))).toEqual([
      'warning binding/unknown-field: The mqtt channel binding has no field "qos" in version 0.2.0. ~ It belongs to the binding of the operation.',
    ]);
    expect(check(channel("{ redis: { ⟦a⟧: 1 } }"))).toEqual([
      'warning binding/unknown-field: The redis channel binding has no field "a" in version 0.1.0. ~ Nothing but bindingVersion may stand here: the rest is reserved.',
    ]);
  });

  it("lack what they must have", () => {
    expect(check(channel("{ ⟦sns⟧: { } }"))).toEqual([
      'warning binding/field-type: "name" of the sns channel binding must be a string, and it is missing. ~ Version 1.0.0 of the binding requires it.',
    ]);
  });

  it("must have what their version requires", () => {
    const missing = (field: string, what: string): string => `warning binding/field-type: "${field}" of the ${what}, and it is missing. ~ `;
    const lacking = (field: string, what: string, version: string, more = ""): string =>
      `${missing(field, what)}Version ${version} of the binding requires it${more}.`;
    const bySchema = (field: string, what: string, version: string, more = ""): string =>
      `${missing(field, what)}The JSON Schema of version ${version} of the binding requires it${more}; its text does not say so.`;
    expect(check(channel("{ sns: { name: a, ⟦policy⟧: {} }, sqs: { queue: { name: a, fifoQueue: true, ⟦policy⟧: {} } } }"))).toEqual([
      lacking("statements", "sns channel binding must be a list", "1.0.0"),
      lacking("Statements", "sqs channel binding must be a list", "0.3.0", ', or "statements"'),
    ]);
    expect(check(channel("{ sqs: { queue: { name: a, fifoQueue: true, policy: { statements: [] } } } }"))).toEqual([]);
    expect(check(channel("{ sqs: { queue: { name: a, fifoQueue: true, policy: { Statements: [] } } } }"))).toEqual([]);
    expect(check(channel("{ sqs: { queue: { name: a, fifoQueue: true, ⟦redrivePolicy⟧: {} } } }"))).toEqual([
      bySchema("deadLetterQueue", "sqs channel binding must be an object", "0.3.0"),
    ]);
    expect(check(channel("{ ⟦ibmmq⟧: { destinationType: queue } }"))).toEqual([
      lacking("queue", "ibmmq channel binding must be an object", "0.1.0", ' where "destinationType" is "queue"'),
    ]);
    expect(check(channel("{ ibmmq: { destinationType: queue, queue: { objectName: a } } }"))).toEqual([]);
    expect(check(channel("{ ibmmq: { destinationType: topic } }"))).toEqual([]);
    expect(check(channel("{ ibmmq: {} }"))).toEqual([]);
    expect(check(channel("{ ⟦googlepubsub⟧: { bindingVersion: 0.1.0, ⟦schemaSettings⟧: {} } }", "2.6.0"))).toEqual([
      bySchema("topic", "googlepubsub channel binding must be a string", "0.1.0"),
      bySchema("encoding", "googlepubsub channel binding must be a string", "0.1.0"),
      bySchema("name", "googlepubsub channel binding must be a string", "0.1.0"),
    ]);
    expect(check(channel("{ googlepubsub: {} }", "2.6.0"))).toEqual([]);
    const http = (binding: string): string => `${head2}channels: { c: { publish: { bindings: { ${binding} } } } }\n`;
    expect(check(http("⟦http⟧: { bindingVersion: 0.1.0 }"))).toEqual([
      lacking("type", 'http operation binding must be "request" or "response"', "0.1.0"),
    ]);
    expect(check(http("http: {}"))).toEqual([]);
    expect(check(http("http: { bindingVersion: 0.2.0 }"))).toEqual([]);
    expect(check(http("⟦http⟧: { bindingVersion: 0.1.0, type: request }"))).toEqual([
      bySchema(
        "method",
        'http operation binding must be one of "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "CONNECT" or "TRACE"',
        "0.1.0",
        ' where "type" is "request"',
      ),
    ]);
    expect(check(http("http: { bindingVersion: 0.1.0, type: request, method: GET }"))).toEqual([]);
    expect(check(http("http: { bindingVersion: 0.1.0, type: response }"))).toEqual([]);
    expect(check(http("http: { type: request }"))).toEqual([]);
    const server = `${head2}servers: { s: { url: u, protocol: jms, bindings: { jms: { jmsConnectionFactory: f, properties: [⟦{}⟧] } } } }\nchannels: {}\n`;
    expect(check(server)).toEqual([
      bySchema("name", "jms server binding must be a string", "0.0.1"),
      bySchema("value", "jms server binding must be a value", "0.0.1"),
    ]);
  });

  it("hold objects and schemas", () => {
    const source = `${head2}channels: { c: { bindings: { amqp: { is: ⟦topic⟧, queue: { ⟦nam⟧: q } }, ws: { query: { type: ⟦int⟧ } } }, publish: { bindings: { kafka: { groupId: ⟦g⟧ } } } } }\n`;
    expect(check(source)).toEqual([
      'warning binding/field-type: "is" of the amqp channel binding must be "queue" or "routingKey", and it is "topic".',
      'warning binding/unknown-field: The amqp channel binding has no field "nam" in version 0.3.0. ~ Did you mean "name"?',
      'error schema/keyword: "type" must be one of "array", "boolean", "integer", "null", "number", "object" or "string", and this is "int". ~ Did you mean "integer"?',
      'warning binding/field-type: "groupId" of the kafka operation binding must be a schema (an object, true or false), and it is a string, "g". ~ Write a schema of it, such as { type: string, const: "g" }.',
    ]);
  });
});
