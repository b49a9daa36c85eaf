/** Documents in which a part means something else when another one changes: what is remembered of a part must know of it. */
export const hard: Readonly<Record<string, string>> = {
  "references, traits, cycles": `asyncapi: 2.4.0
info: { title: Lamps, version: 1.0.0, description: "See [the lamp](#/components/messages/Thing)." }
defaultContentType: application/json
servers:
  main: { url: "kafka.example.com", protocol: kafka }
channels:
  lamps/{id}:
    parameters:
      id: { $ref: "#/components/parameters/Thing" }
    publish:
      operationId: turn
      message:
        oneOf:
          - $ref: "#/components/messages/Thing"
          - $ref: "#/components/messages/Other"
  rooms:
    subscribe:
      operationId: enter
      message: { $ref: "#/components/messages/Other" }
  inner:
    subscribe:
      operationId: look
      message:
        traits: [{ $ref: "#/components/messageTraits/Thing" }]
        payload: { $ref: "#/components/schemas/Tree/properties/left" }
        examples: [{ payload: { value: 3 } }]
components:
  parameters:
    Thing: { description: An *id*., schema: { type: string, default: x } }
  messageTraits:
    Thing: { headers: { $ref: "#/components/schemas/Headers" }, contentType: application/json }
  messages:
    Thing:
      description: Leads to [another](#/components/messages/Other).
      externalDocs: { url: "https://example.com" }
      traits: [{ $ref: "#/components/messageTraits/Thing" }]
      payload: { $ref: "#/components/schemas/Thing" }
      examples:
        - payload: { lux: 3, at: { value: 1 } }
          headers: { trace: a }
    Other:
      payload: { $ref: "#/components/schemas/Other" }
      examples: [{ payload: { lux: 7 } }, { payload: { name: seven } }]
  schemas:
    Headers: { type: object, properties: { trace: { type: string, maxLength: 3 } } }
    Thing:
      type: object
      required: [lux]
      properties:
        lux: { type: integer, maximum: 40, examples: [4] }
        at: { $ref: "#/components/schemas/Tree" }
    Other: { type: object, properties: { name: { type: string, pattern: "^s" }, lux: { minimum: 5 } } }
    Tree:
      type: object
      description: |
        A tree of values.
      properties:
        value: { type: integer, default: 1 }
        left: { $ref: "#/components/schemas/Tree" }
    Round: { allOf: [{ $ref: "#/components/schemas/Thing" }] }
`,
  "discriminators and identifiers": `asyncapi: 2.4.0
info: { title: Pets, version: 1.0.0 }
channels:
  pets:
    publish:
      message:
        payload: { $ref: "#/components/schemas/Pet" }
        examples: [{ payload: { kind: Cat, lives: 9 } }, { payload: { kind: Dog, tail: 3 } }]
  named:
    publish:
      message:
        schemaFormat: application/schema+json;version=draft-07
        payload: { $ref: "https://example.com/size" }
        examples: [{ payload: 3 }]
components:
  schemas:
    Pet: { type: object, discriminator: kind, required: [kind], properties: { kind: { type: string } } }
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { lives: { maximum: 9 } } }] }
    Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { tail: { maximum: 5 } } }] }
  messages:
    Holder:
      schemaFormat: application/schema+json;version=draft-07
      payload: { $schema: "http://json-schema.org/draft-07/schema#", $id: "https://example.com/size", type: integer, maximum: 40 }
`,
  "anchors and aliases": `asyncapi: 2.4.0
info: { title: Doors, version: 1.0.0 }
channels:
  doors: &doors
    publish:
      message: &message
        payload: &payload { type: object, properties: { width: { type: integer, maximum: 40 } } }
        examples: [{ payload: { width: 9 } }]
  gates: *doors
  hatches:
    subscribe:
      message:
        <<: *message
        name: hatch
components:
  schemas:
    Door: *payload
  messages:
    Thing: *message
`,
  "the third version": `asyncapi: 3.0.0
info: { title: Lamps, version: 1.0.0 }
channels:
  lamps:
    address: lamps/{id}
    parameters: { id: { enum: [a, b], default: a } }
    messages:
      Thing: { $ref: "#/components/messages/Thing" }
      Own: { payload: { type: integer, maximum: 40 }, examples: [{ payload: 8 }] }
operations:
  turn:
    action: send
    channel: { $ref: "#/channels/lamps" }
    messages: [{ $ref: "#/channels/lamps/messages/Thing" }]
  read:
    action: receive
    channel: { $ref: "#/channels/lamps" }
    messages: [{ $ref: "#/channels/lamps/messages/Own" }]
components:
  messageTraits:
    Thing: { name: thing, headers: { type: object, properties: { n: { maximum: 4 } } } }
  messages:
    Thing:
      traits: [{ $ref: "#/components/messageTraits/Thing" }]
      payload: { schemaFormat: application/vnd.aai.asyncapi+json;version=3.0.0, schema: { $ref: "#/components/schemas/Thing" } }
      examples: [{ headers: { n: 3 }, payload: { lux: 2 } }]
  schemas:
    Thing: { type: object, properties: { lux: { type: integer, maximum: 40 } } }
`,
  "words and remarks": `asyncapi: 2.4.0
# A remark.
info: { title: Notes, version: 1.0.0 }
channels:
  notes:
    publish:
      message: { $ref: "#/components/messages/Note" }
  lines:
    publish: { message: { payload: { $ref: "#/components/schemas/Two" } } }
x-shared:
  Kept:
    description: Words.
    const: { description: open }
    examples: [{ description: open }]
components:
  messages:
    Note:
      payload: { $ref: "#/components/schemas/Note" }
      examples: [{ payload: { description: short, size: { description: open } } }]
  schemas:
    Note:
      # A remark.
      description: |
        # A heading
        Words.
      type: object
      properties:
        description:
          type: string
          # A remark.
          description: Words.
          maxLength: 9
        lines:
          examples: ["one\\n# two"]
          const: |-
            one
            # two
        quoted:
          examples: ["one\\n# two"]
          const: "one

            # two"
        keyed:
          examples: [{ "one # two": 3 }]
          additionalProperties: false
          properties:
            ? "one
              # two"
            : { type: integer, maximum: 40 }
        size: { $ref: "#/x-shared/Kept" }
        state: { description: Words., enum: [{ description: open }], examples: [{ description: open }] }
    Two: { description: Words., allOf: [{ description: Words. }, { $ref: "#/components/schemas/Note" }] }
`,
};

/** What an author may write instead of something, so that it is wrong, right again, or something else. */
export const SLIPS: readonly (readonly [from: string, to: string])[] = [
  ["maximum: \\d+", "maximum: 1"],
  ["maximum: \\d+", "maximum: 50"],
  ["type: integer", "type: string"],
  ["type: string", "type: integer"],
  ["required: \\[\\w+\\]", "required: [other]"],
  ["default: \\w+", "default: [wrong]"],
  ["description:", "descripton:"],
  ["headers:", "payload:"],
  ["discriminator: kind", "title: kind"],
  ["application/json", "text/plain"],
  ["schemas/Tree", "schemas/Round"],
  ["schemas/Thing", "schemas/Round"],
  ["schemas/Thing", "schemas/Other"],
  ["messages/Thing", "messages/Other"],
  ["messages/Other", "messages/None"],
  ["\\$ref", "\\$rf"],
  ["https://example.com", "example.com"],
  ["Leads", "Leads to [nothing](#/nowhere)"],
  ["Cat:", "Tiger:"],
  ['pattern: "\\^s"', 'pattern: "("'],
  ["\\*doors", "*message"],
  ["description: (?:open|short|Words.)", "description: shut"],
  ["description: (?:open|short|Words.)", "description: 5"],
  ["description: (?:open|short|Words.)", "description: "],
  ["Words.", "'[it](none.md)'"],
  ["# two", "# any"],
];
