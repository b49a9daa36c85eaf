import type { Channel, Parameter } from "#model";
import { anchorFor } from "#model";
import type { Words } from "#text";
import type { PageContext } from "../frame/index.ts";
import { fact, htmlOnly, listOf, named, tell, type Block } from "../blocks/index.ts";
import { describedTold, describedView, type DescribedView, problemItems } from "../frame/index.ts";
import { schemaTreeView, treeBlocks } from "../tree/index.ts";
import { choicesTold, variableValues } from "./server-view.ts";

/** A parameter of an address. Parameters are always required: an address has no gaps. */
function parameterView(context: PageContext, parameter: Parameter, channel: Channel) {
  const anchor = anchorFor("parameter", parameter.name);
  const name = parameter.name;
  const { routes } = context.site;
  const home = routes.pageOf(channel);
  // Rows that do not fit on an operation's page are on the channel's.
  const more = home === context.path ? undefined : routes.relative(context.path, home, anchor);
  return {
    ...variableValues(context, parameter),
    anchor,
    location: parameter.location?.value ?? "",
    ...(parameter.schema
      ? {
          schema: schemaTreeView(context, parameter.schema, {
            prefix: anchor,
            more,
            part: `${context.site.words("site.parameters")}: ${name}`,
          }),
        }
      : { schema: undefined }),
    ...describedView(context, parameter, { prefix: anchor, level: 3 }),
  };
}

/** The parameters of a channel, in document order. */
export function parameterViews(context: PageContext, channel: Channel | undefined) {
  return channel ? channel.parameters.map((parameter) => parameterView(context, parameter, channel)) : [];
}

/** Parameters, each as a section. */
export function parameterBlocks(parameters: ReturnType<typeof parameterViews>, words: Words): Block[] {
  return parameters.map(({ name, enum: allowed, default: standard, examples, location, schema, ...rest }) => {
    htmlOnly<Omit<typeof rest, keyof DescribedView>>(rest, { label: "the name, with places where it may break", anchor: "the anchor" });
    const facts = fact(words("site.read-from"), location === "" ? "" : { code: location });
    // On the page of an operation, no list has them: they are the channel's.
    const problems = listOf(problemItems(Object.values(rest.marks).flat()));
    const parts = schema ? treeBlocks(schema, words) : [];
    const choices = choicesTold({ enum: allowed, default: standard, examples }, words);
    return named(name, tell({ facts, parts }, ...choices, describedTold(rest, words), { problems }));
  });
}
