/**
 * Documents of N channels for measuring, always the same ones: two messages in three are sent by one operation, each payload has
 * some fields of its own and shares the others, every third description holds a code block, and every message has examples.
 *
 *   node bench/generate.js 100 [2|3] [yaml|json] > document
 */
import { pathToFileURL } from "node:url";
import { stringify } from "yaml";

const areas = ["harbour", "railway", "clinic", "library", "bakery", "orchard", "theatre", "foundry", "museum", "ferry", "market"];
const things = ["berth", "wagon", "visit", "loan", "batch", "crop", "ticket", "casting", "exhibit", "crossing", "stall", "permit"];
const events = ["opened", "closed", "moved", "checked", "reserved", "released", "delayed"];

const ref = (group, name) => ({ $ref: `#/components/${group}/${name}` });
const text = (description, more) => ({ type: "string", description, ...more });
const object = (properties, more) => ({ type: "object", properties, ...more });

const common = {
  Key: text("Names the thing for good.", { format: "uuid" }),
  Moment: text("When it happened, in UTC.", { format: "date-time" }),
  State: text("Where it stands.", { enum: ["open", "held", "done", "void"], default: "open" }),
  Amount: object(
    { value: { type: "number", minimum: 0, description: "In **whole** units." }, unit: text("Of what.", { enum: ["kg", "l", "piece"] }) },
    { required: ["value"], description: "How much, and of what." },
  ),
  Place: object({ lat: { type: "number", minimum: -90, maximum: 90 }, lon: { type: "number", minimum: -180, maximum: 180 } }),
  Keeper: object(
    {
      key: ref("schemas", "Key"),
      name: text("As it is spoken.", { minLength: 1 }),
      mail: text("To write to.", { format: "email" }),
      home: ref("schemas", "Place"),
    },
    { required: ["key", "name"], description: "Who takes care of it." },
  ),
  Labels: { type: "object", description: "Free labels.", additionalProperties: { type: "string" } },
};

/** What is said of the `index`th thing, of which every third text holds a code block and a table. */
function prose(index, what) {
  const plain = `Tells of a ${things[index % things.length]} in the *${areas[index % areas.length]}*, as a ${what}.\n\n* kept for ${1 + (index % 30)} days\n* see [the log](https://example.com/log/${index})\n`;
  if (index % 3 > 0) return plain;
  return `${plain}\n\`\`\`js\nconst stream = await connect("${what}-${index}");\nfor await (const each of stream) console.log(each.key, ${index});\n\`\`\`\n\n| Setting | Value |\n| --- | --- |\n| parts | ${1 + (index % 48)} |\n`;
}

function payload(index) {
  const thing = things[index % things.length];
  const steps = object({
    at: ref("schemas", "Place"),
    by: ref("schemas", "Keeper"),
    note: text(`Said at step ${index}.`, { maxLength: 200 }),
  });
  return object(
    {
      key: ref("schemas", "Key"),
      at: ref("schemas", "Moment"),
      state: ref("schemas", "State"),
      [`${thing}Number`]: { type: "integer", minimum: 0, maximum: 999999, description: `Counts each ${thing}.` },
      keeper: ref("schemas", "Keeper"),
      load: ref("schemas", "Amount"),
      steps: { type: "array", minItems: 1, description: "In the order in which they were taken.", items: steps },
      cause: { oneOf: [text("In words."), { type: "integer", description: "As a code." }] },
      labels: ref("schemas", "Labels"),
    },
    { required: ["key", "at"], description: `What happened to ${thing} ${index}.` },
  );
}

function example(index) {
  const keeper = {
    key: "0b0e3cbc-6f0d-4b0e-9d7f-4d1c1f0a7b11",
    name: `Keeper ${index}`,
    mail: "keeper@example.com",
    home: { lat: 50, lon: 20 },
  };
  const value = { key: keeper.key, at: "2024-03-01T12:00:00Z", state: "held", [`${things[index % things.length]}Number`]: index, keeper };
  return {
    ...value,
    load: { value: index % 90, unit: "kg" },
    steps: [{ at: keeper.home, by: keeper, note: "Fine" }],
    cause: index % 2 ? 7 : "rain",
    labels: { team: "a" },
  };
}

const info = {
  title: "Things that happen",
  version: "2.1.0",
  description: "Everything that happens, as it happens.\n\n## Start\n\n1. Ask\n2. Connect\n",
};
const tags = areas.map((name) => ({ name, description: `All of the ${name}` }));
const headers = object({ trace: text("Follows a message.", { format: "uuid" }), tries: { type: "integer", minimum: 0 } });

/** What the `index`th channel is about, and what its things are called. */
export function partsOf(index) {
  const [area, thing, event] = [areas[index % areas.length], things[index % things.length], events[index % events.length]];
  return { area, thing, event, id: `${thing}-${event}-${index}`, address: `${area}/${thing}/${event}/${index}` };
}

function messageOf(index) {
  const { area, thing, event, id } = partsOf(index);
  const examples = Array.from({ length: 1 + (index % 2) }, (_, at) => ({
    name: `case${at}`,
    headers: { tries: at },
    payload: example(index),
  }));
  const said = {
    name: id,
    title: `${thing} ${event} (${index})`,
    summary: `A ${thing} was ${event}.`,
    description: prose(index, "message"),
  };
  return { ...said, contentType: "application/json", tags: [{ name: area }], headers, payload: ref("schemas", `${id}-body`), examples };
}

function componentsOf({ from, to }) {
  const all = Array.from({ length: to - from }, (_, index) => [partsOf(from + index).id, from + index]);
  return {
    messages: Object.fromEntries(all.map(([id, index]) => [id, messageOf(index)])),
    schemas: { ...common, ...Object.fromEntries(all.map(([id, index]) => [`${id}-body`, payload(index)])) },
  };
}

function version2(range, own) {
  const channels = {};
  for (let index = range.from; index < range.to; index += 1) {
    const { area, event, id, address } = partsOf(index);
    const act = (name) => ({
      operationId: `${name}-${id}`,
      summary: `Told when ${event}`,
      description: prose(index, name),
      tags: [{ name: area }],
      message: ref("messages", id),
    });
    channels[address] = { description: prose(index, "channel"), subscribe: act("hear"), ...(index % 3 ? {} : { publish: act("tell") }) };
  }
  return { asyncapi: "2.6.0", info: { ...own, tags: undefined }, tags, channels, components: componentsOf(range) };
}

function version3(range, own) {
  const [channels, operations] = [{}, {}];
  for (let index = range.from; index < range.to; index += 1) {
    const { area, event, id, address } = partsOf(index);
    channels[id] = { address, description: prose(index, "channel"), messages: { [id]: ref("messages", id) } };
    const act = (action) => ({
      action,
      channel: { $ref: `#/channels/${id}` },
      summary: `Told when ${event}`,
      description: prose(index, action),
      tags: [{ name: area }],
    });
    operations[`hear-${id}`] = act("send");
    if (index % 3 === 0) operations[`tell-${id}`] = act("receive");
  }
  return { asyncapi: "3.0.0", info: { ...own, tags }, channels, operations, components: componentsOf(range) };
}

/** The text of a document of `count` channels, those from `from` on: documents whose channels overlap talk to one another. */
export function generate(count, { version = 2, language = "yaml", from = 0, title = info.title } = {}) {
  const write = version === 3 ? version3 : version2;
  const document = write({ from, to: from + count }, { ...info, title });
  return language === "json" ? `${JSON.stringify(document, undefined, 2)}\n` : stringify(document, { aliasDuplicateObjects: false });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [count = "100", version = "2", language = "yaml"] = process.argv.slice(2);
  process.stdout.write(generate(Number(count), { version: Number(version), language }));
}
