/** Documents in which much is told of one thing in one place and shown in others, each thing in words of its own. */
export const telling: Readonly<Record<string, string>> = {
  "operations beside channels": `asyncapi: 3.0.0
info: { title: Lamps, version: 1.0.0, description: All about lamps. }
channels:
  lamps:
    address: "lamps/{id}"
    description: Where lamps tell.
    parameters:
      id: { $ref: "#/components/parameters/Id" }
    messages:
      lit: { $ref: "#/components/messages/Lit" }
  rooms:
    address: rooms
    messages:
      Entered: { $ref: "#/components/messages/Entered" }
      Left:
        description: Somebody left.
        payload: { type: object, properties: { door: { type: string, description: Which door., examples: [front] } } }
operations:
  light:
    action: send
    channel: { $ref: "#/channels/lamps" }
    summary: A lamp was lit.
    description: Sent at once.
    messages: [{ $ref: "#/channels/lamps/messages/lit" }]
    reply:
      channel: { $ref: "#/channels/rooms" }
  enter:
    action: receive
    channel: { $ref: "#/channels/rooms" }
    traits: [{ $ref: "#/components/operationTraits/Slow" }]
components:
  parameters:
    Id: { description: Of the lamp., default: a, enum: [a, b] }
  operationTraits:
    Slow: { description: Takes a while. }
  messageTraits:
    Headed: { headers: { $ref: "#/components/schemas/Headers" }, description: With headers. }
  messages:
    Lit:
      summary: It is lit.
      traits: [{ $ref: "#/components/messageTraits/Headed" }]
      payload: { $ref: "#/components/schemas/Lux" }
      correlationId: { location: $message.header#/trace }
      examples: [{ payload: { lux: 3 } }]
    Entered:
      description: Somebody came.
      payload: { type: object, properties: { lux: { $ref: "#/components/schemas/Lux/properties/lux" } } }
      examples: [{ summary: At dusk, payload: { lux: 7 } }]
  schemas:
    Headers: { type: object, properties: { trace: { type: string, maxLength: 30, description: Of the call. } } }
    Lux:
      type: object
      description: How bright.
      properties:
        lux: { type: integer, maximum: 40, default: 4, description: In lux. }
        at: { $ref: "#/components/schemas/Place" }
    Place: { type: object, description: Where., properties: { inner: { $ref: "#/components/schemas/Place" }, floor: { minimum: 1 } } }
    Alone: { type: string, description: Nobody uses it., pattern: "^a" }
`,
  "operations in channels": `asyncapi: 2.4.0
info: { title: Pets, version: 1.0.0 }
channels:
  pets:
    description: Where pets are.
    publish:
      operationId: pet
      summary: A pet is told.
      message: { oneOf: [{ $ref: "#/components/messages/Pet" }, { $ref: "#/components/messages/Size" }] }
  cats:
    subscribe:
      operationId: cat
      description: Only cats.
      traits: [{ $ref: "#/components/operationTraits/Slow" }]
      message: { payload: { $ref: "#/components/schemas/Cat" }, examples: [{ payload: { kind: Cat, lives: 7 } }] }
components:
  operationTraits:
    Slow: { description: Takes a while. }
  messages:
    Pet: { payload: { $ref: "#/components/schemas/Pet" }, examples: [{ payload: { kind: Cat, lives: 8 } }] }
    Size: { description: How large., payload: { type: integer, maximum: 40 } }
  schemas:
    Pet: { type: object, description: Any pet., discriminator: kind, required: [kind], properties: { kind: { type: string, description: Which. } } }
    Cat: { description: A cat., allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { lives: { maximum: 9, description: Left. } } }] }
    Dog: { description: A dog., allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { tail: { maximum: 5 } } }] }
    House: { description: Of pets., type: array, items: { $ref: "#/components/schemas/Pet" }, maxItems: 3 }
`,
  "pointers that are no references of the format": `asyncapi: 2.4.0
info: { title: Sizes, version: 1.0.0 }
channels:
  sizes:
    publish: { message: { payload: { $ref: "#/components/schemas/Size/$defs/inner" } } }
components:
  schemas:
    Size: { type: object, description: A size., $defs: { inner: { $ref: "#/components/schemas/Far" } } }
    Far: { type: integer, description: Far away., maximum: 7 }
`,
};
