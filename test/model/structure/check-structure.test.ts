import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../../src/text/diagnostics/index.ts";
import { checkStructure } from "../../../src/model/structure/index.ts";
import { documentsOf } from "../../support/documents.ts";
import { check, head2, head3 } from "./check.ts";

describe("required fields", () => {
  it("is placed at the start of the document for the root, and on the key of any other object", () => {
    expect(check("⟦⟧asyncapi: 2.4.0\n⟦info⟧: {}\n")).toEqual([
      'error structure/required-field: The document must have the field "channels".',
      'error structure/required-field: The Info Object must have the field "title".',
      'error structure/required-field: The Info Object must have the field "version".',
    ]);
  });

  it("says what stands there instead", () => {
    expect(check("asyncapi: 2.4.0\n⟦info⟧: { ⟦titel⟧: T, version: '1' }\nchannels: {}\n")).toEqual([
      'error structure/required-field: The Info Object must have the field "title". ~ "titel" stands there instead.',
      'warning structure/unknown-field: The Info Object has no field "titel". ~ Did you mean "title"?',
    ]);
  });

  it("is a warning where only the public format requires it", () => {
    expect(check("asyncapi: 2.4.0\ninfo: { title: T, version: '1', ⟦license⟧: { url: 'https://e.org' } }\nchannels: {}\n")).toEqual([
      'warning structure/required-field: The License Object must have the field "name".',
    ]);
  });

  it("is placed on the key in the components, though a reference is met first", () => {
    const source = `${head2}channels: { a: { subscribe: { message: { correlationId: { $ref: '#/components/correlationIds/c' } } } } }
components:
  correlationIds:
    ⟦c⟧: {}
`;
    expect(check(source)).toEqual(['error structure/required-field: The Correlation ID Object must have the field "location".']);
  });

  it("is placed on the key in another file, and at the start of one that is the object", () => {
    const problems: Diagnostic[] = [];
    const documents = documentsOf(
      `${head2}channels: {}\ncomponents: { correlationIds: { a: { $ref: 'o.yaml#/ids/x' }, b: { $ref: 'p.yaml' } } }`,
      {
        "o.yaml": "ids:\n  x: {}\n",
        "p.yaml": "description: D\n",
      },
    );
    checkStructure(documents, (problem) => problems.push(problem));
    const places = problems.map(({ place }) => `${place.file.name} ${place.start} ${place.end}`);
    expect(places.toSorted()).toEqual(["o.yaml 7 8", "p.yaml 0 0"]);
  });
});

describe("types", () => {
  it("names what was found, and how a number becomes a string", () => {
    expect(check("asyncapi: 2.4.0\ninfo: { title: ⟦5⟧, version: ⟦1.10⟧ }\nchannels: ⟦[]⟧\nservers: ⟦null⟧\n")).toEqual([
      'error structure/wrong-type: "title" must be a string, and this is a number, 5. ~ To make it a string, write it in quotes: "5".',
      'error structure/wrong-type: "version" must be a string, and this is a number, 1.10. ~ To make it a string, write it in quotes: "1.10".',
      'error structure/wrong-type: "channels" must be a Channels Object, and this is a list.',
      'error structure/wrong-type: "servers" must be a Servers Object, and this is null. ~ Write a value in its place, or remove the key.',
    ]);
  });

  it("says once that an item of security is a requirement of 2.x", () => {
    const source = `${head3}servers: { s: { host: h, protocol: mqtt, security: [⟦{ lock: [] }⟧] } }\n`;
    const [only, ...more] = check(source);
    expect(only).toContain(
      'From 3.0 on an item of security is a scheme or a reference to one: { $ref: "#/components/securitySchemes/lock" }.',
    );
    expect(more).toEqual([]);
  });

  it("says what a choice of messages is called", () => {
    const source = `${head2}channels: { c: { publish: { message: { ⟦anyOf⟧: [] } } } }\n`;
    expect(check(source)).toEqual([
      'warning structure/unknown-field: The Message Object has no field "anyOf". ~ Several messages are a oneOf.',
    ]);
  });

  it("says that a reference cannot stand where the format has none", () => {
    expect(check("asyncapi: 2.4.0\ninfo: { title: T, version: '1', description: ⟦{ $ref: d.md }⟧ }\nchannels: {}\n")).toEqual([
      'error structure/wrong-type: "description" must be a string, and this is an object. ~ A text cannot be a reference: write here what "d.md" says.',
    ]);
  });

  it("takes null for an unknown address", () => {
    expect(check(`${head3}channels: { a: { address: null }, b: { address: ⟦7⟧ } }\n`)).toEqual([
      'error structure/wrong-type: "address" must be a string or null, and this is a number, 7. ~ To make it a string, write it in quotes: "7".',
    ]);
  });
});

describe("lists of values", () => {
  it("holds for type, in and action, letters included", () => {
    const source = `${head3}operations:
  o: { action: ⟦Send⟧, channel: { $ref: '#/channels/c' } }
  p: { action: ⟦recieve⟧, channel: { $ref: '#/channels/c' } }
channels: { c: {} }
components:
  securitySchemes:
    a: { type: ⟦basic⟧ }
    b: { type: apiKey, in: ⟦header⟧ }
    d: { type: httpApiKey, in: header, name: n }
`;
    expect(check(source)).toEqual([
      'error structure/not-one-of: "action" must be "send" or "receive", and this is "Send". ~ Letters count: write "send".',
      'error structure/not-one-of: "action" must be "send" or "receive", and this is "recieve". ~ Did you mean "receive"?',
      expect.stringContaining('error structure/not-one-of: "type" must be one of "userPassword",'),
      'error structure/not-one-of: "in" must be "user" or "password", and this is "header".',
    ]);
  });
});

describe("unknown fields", () => {
  it("knows extensions, and counts letters", () => {
    expect(check("asyncapi: 2.4.0\ninfo: { title: T, version: '1', x-a: 1, ⟦X-B⟧: 1, ⟦Description⟧: d }\nchannels: {}\n")).toEqual([
      'warning structure/unknown-field: The Info Object has no field "X-B". ~ Extensions start with a small letter: "x-B".',
      'warning structure/unknown-field: The Info Object has no field "Description". ~ Did you mean "description"?',
    ]);
  });

  it("takes __proto__ and constructor for what they are", () => {
    expect(
      check("asyncapi: 2.4.0\ninfo: { title: T, version: '1', ⟦__proto__⟧: 1, ⟦constructor⟧: 1 }\nchannels: { __proto__: {} }\n"),
    ).toHaveLength(2);
  });

  it("says from when on servers have tags", () => {
    const servers = "servers: { s: { url: u, protocol: p, ⟦tags⟧: [] } }\nchannels: {}\n";
    expect(check(head2 + servers)).toEqual([
      'warning structure/unknown-field: The Server Object has no field "tags". ~ Servers have tags from 2.5 on.',
    ]);
    expect(check(`${head2}${servers.replace(/[⟦⟧]/gu, "")}`.replace("2.4.0", "2.5.0"))).toEqual([]);
  });
});

it("says which of two version fields counts", () => {
  expect(check("asyncapi: 2.4.0\n⟦msgapi⟧: 3.0.0\ninfo: { title: T, version: '1' }\nchannels: {}\n")).toEqual([
    'warning structure/unknown-field: The document has no field "msgapi". ~ The version is said by "asyncapi", which stands first.',
  ]);
});

describe("moved fields", () => {
  it("tells where fields of 2.x are in 3.x", () => {
    const source = `${head3}⟦tags⟧: []
servers: { s: { host: h, protocol: p, ⟦url⟧: u } }
channels: { c: { ⟦publish⟧: {}, parameters: { p: { ⟦schema⟧: {} } }, messages: { m: { ⟦messageId⟧: m, ⟦schemaFormat⟧: f } } } }
operations: { o: { action: send, channel: { $ref: '#/channels/c' }, ⟦message⟧: {} } }
`;
    const codes = check(source).map((line) => line.split(":")[0]);
    expect(codes).toEqual(Array.from({ length: 7 }, () => "error structure/moved-field"));
  });

  it("tells where a schema with its format belongs, inside of a schema and behind a reference", () => {
    const wrapped = (mark: string) => `{ ${mark}: application/schema+json;version=draft-07, schema: { type: string } }`;
    const payload = `{ properties: { a: ${wrapped("⟦schemaFormat⟧")}, b: { $ref: ⟦'#/components/schemas/W'⟧ }, c: { $ref: '#/components/schemas/S' } } }`;
    const messages = `{ m: { payload: ${payload} }, n: { payload: { $ref: '#/components/schemas/W' }, headers: ${wrapped("schemaFormat")} } }`;
    const components = `components: { schemas: { W: ${wrapped("schemaFormat")}, S: { type: string } } }`;
    const there = "A schema with its schemaFormat can only be a whole payload, headers or component: write the schema itself here.";
    expect(check(`${head3}channels: { c: { messages: ${messages} } }\n${components}\n`)).toEqual([
      `warning structure/moved-field: "schemaFormat" does not belong to a schema in asyncapi 3.0.0. ~ ${there}`,
      `warning reference/wrong-target: "#/components/schemas/W" is a Multi Format Schema Object, expected a Schema Object. ~ ${there}`,
    ]);
  });

  it("tells where fields of 3.x are in 2.x", () => {
    expect(check(`${head2}channels: { c: { ⟦address⟧: a, ⟦messages⟧: {} } }\n⟦operations⟧: {}\n`)).toEqual([
      'error structure/moved-field: "operations" does not belong to the document in asyncapi 2.4.0. ~ In 2.x an operation is the publish or subscribe of its channel.',
      'error structure/moved-field: "address" does not belong to the Channel Item Object in asyncapi 2.4.0. ~ In 2.x the key of the channel is its address.',
      'error structure/moved-field: "messages" does not belong to the Channel Item Object in asyncapi 2.4.0. ~ In 2.x messages belong into the message of publish or subscribe.',
    ]);
  });
});

describe("keys", () => {
  it("match the pattern of their map, whose character is named", () => {
    const source = `${head2}servers: { ⟦a.b⟧: { url: u, protocol: p } }
channels: { 'c/{user-id}': { parameters: { user-id: {} } } }
components: { schemas: { a.b-c_D: {}, ⟦a/b⟧: {}, ⟦本地⟧: {} } }
`;
    expect(check(source)).toEqual([
      'error structure/key-pattern: The key "a.b" of "servers" must match ^[A-Za-z0-9_-]+$. ~ The character "." is not allowed.',
      'error structure/key-pattern: The key "a/b" of "schemas" must match ^[a-zA-Z0-9._-]+$. ~ The character "/" is not allowed.',
      'error structure/key-pattern: The key "本地" of "schemas" must match ^[a-zA-Z0-9._-]+$. ~ The characters "本", "地" are not allowed.',
    ]);
  });
});

describe("references", () => {
  it("must stand where only references may", () => {
    const source = `${head3}channels: { c: { servers: [⟦{ host: h, protocol: p }⟧] } }
operations: { o: { action: send, ⟦channel⟧: { address: a }, messages: [⟦m⟧] } }
`;
    expect(check(source)).toEqual([
      'error structure/reference-required: An item of "servers" must be a reference ($ref), not the object itself. ~ Move the object to its place, such as in the components, and refer to it.',
      'error structure/reference-required: "channel" must be a reference ($ref), not the object itself. ~ Move the object to its place, such as in the components, and refer to it.',
      'error structure/wrong-type: An item of "messages" must be a reference ($ref), and this is a string, "m". ~ Write a reference: { $ref: "#/channels/…/messages/…" }.',
    ]);
  });

  it("are proposed for a text where it names one; else is said how one begins", () => {
    const source = `${head3}channels: { c: { servers: [⟦main⟧] } }
operations: { o: { action: send, channel: ⟦orders/placed⟧ }, p: { action: send, channel: ⟦"#/channels/c"⟧ } }
`;
    expect(check(source)).toEqual([
      'error structure/wrong-type: An item of "servers" must be a reference ($ref), and this is a string, "main". ~ Write a reference: { $ref: "#/servers/main" }.',
      'error structure/wrong-type: "channel" must be a reference ($ref), and this is a string, "orders/placed". ~ Write a reference: { $ref: "#/channels/…" }.',
      'error structure/wrong-type: "channel" must be a reference ($ref), and this is a string, "#/channels/c". ~ Write a reference: { $ref: "#/channels/c" }.',
    ]);
  });

  it("are not looked beside, but in the channel item of 2.x", () => {
    const source = `${head2}channels: { c: { $ref: '#/components/channels/d', ⟦publsh⟧: {} } }
components: { channels: { d: {} }, messages: { m: { $ref: '#/components/messages/n', titel: t }, n: {} } }
`;
    expect(check(source)).toEqual([
      'warning structure/unknown-field: The Channel Item Object has no field "publsh". ~ Did you mean "publish"?',
    ]);
  });

  it("that go round are followed once", () => {
    const source = `${head2}channels: {}
components: { schemas: { a: { properties: { b: { $ref: '#/components/schemas/a' } }, minLength: ⟦-1⟧ } } }
`;
    expect(check(source)).toEqual(['error schema/keyword: "minLength" must be an integer of at least 0, and this is -1.']);
  });
});

describe("messages", () => {
  it("stand alone or as alternatives", () => {
    const source = `${head2}channels:
  a: { publish: { message: { oneOf: [{ payload: {} }, { ⟦titel⟧: t }], ⟦name⟧: n } } }
  b: { publish: { message: { payload: {} } } }
`;
    expect(check(source)).toEqual([
      'warning structure/unknown-field: The object with oneOf has no field "name". ~ Remove it: nothing else may stand here.',
      'warning structure/unknown-field: The Message Object has no field "titel". ~ Did you mean "title"?',
    ]);
  });

  it("have free maps as examples in 2.0, and objects since", () => {
    const message = "channels: { a: { publish: { message: { examples: [{ ⟦city⟧: Oslo }] } } } }\n";
    expect(check(head2 + message)).toHaveLength(1);
    expect(check(`asyncapi: 2.0.0\ninfo: { title: T, version: '1' }\n${message.replace(/[⟦⟧]/gu, "")}`)).toEqual([]);
  });
});

describe("hostile input", () => {
  it("looks at a node once, whatever the number of ways that lead to it", () => {
    const levels = Array.from({ length: 30 }, (_, at) => `    s${at + 1}: &a${at + 1} { properties: { a: *a${at}, b: *a${at} } }`);
    const source = `${head2}channels: {}\ncomponents:\n  schemas:\n    s0: &a0 { minLength: ⟦x⟧ }\n${levels.join("\n")}\n`;
    expect(check(source)).toHaveLength(1);
  });

  it("does not unfold aliases where it looks for repetition", () => {
    const levels = Array.from({ length: 40 }, (_, at) => `  l${at + 1}: &l${at + 1} [*l${at}, *l${at}]`);
    const source = `${head2}channels: {}\nx-a:\n  l0: &l0 [0, 0]\n${levels.join("\n")}\ncomponents: { schemas: { s: { required: [*l40, a] } } }\n`;
    const problems: Diagnostic[] = [];
    checkStructure(documentsOf(source), (problem) => problems.push(problem));
    expect(problems.map(({ code }) => code)).toEqual(["schema/keyword"]);
  });

  it("takes maps and lists of any length", () => {
    const names = Array.from({ length: 200_000 }, (_, at) => `"n${at}":true`).join(",");
    const problems: Diagnostic[] = [];
    const text = `{"asyncapi":"2.4.0","info":{"title":"T","version":"1"},"channels":{},"components":{"schemas":{"s":{"properties":{${names}}}}}}`;
    checkStructure(documentsOf(text), (problem) => problems.push(problem));
    expect(problems).toEqual([]);
  });
});
