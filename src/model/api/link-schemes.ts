import type { FlowPart, SchemePart } from "../normalize/index.ts";
import type { NamedValue } from "./entity.ts";
import type { OAuthFlow, Operation, SecurityScheme, Server } from "./linked.ts";
import type { Linking } from "./linking.ts";
import { uniqueIds } from "./unique-ids.ts";

function linkFlow(part: FlowPart, linking: Linking): OAuthFlow {
  const fields = linking.fields(part);
  return {
    name: part.name,
    authorizationUrl: fields.text("authorizationUrl"),
    tokenUrl: fields.text("tokenUrl"),
    refreshUrl: fields.text("refreshUrl"),
    scopes: part.scopes,
    ...fields.described(),
  };
}

function linkScheme(part: SchemePart, id: string, linking: Linking): SecurityScheme {
  const fields = linking.fields(part);
  const usedBy: (Server | Operation)[] = [];
  const isExtension = ({ key }: NamedValue): boolean => key.startsWith("flows.x-");
  const read = {
    ...linking.named("security-scheme", fields, { id }),
    type: fields.text("type"),
    name: fields.text("name"),
    in: fields.text("in"),
    scheme: fields.text("scheme"),
    bearerFormat: fields.text("bearerFormat"),
    openIdConnectUrl: fields.text("openIdConnectUrl"),
  };
  const described = fields.described();
  const scheme: SecurityScheme = {
    ...read,
    ...described,
    extensions: [...described.extensions, ...part.strays.filter(isExtension)],
    otherFields: [...described.otherFields, ...part.strays.filter((stray) => !isExtension(stray))],
    flows: part.flows.map((flow) => linkFlow(flow, linking)),
    scopes: part.scopes,
    usedBy,
  };
  linking.enterScheme(part, scheme, usedBy);
  return scheme;
}

/** Security schemes, those of the components first. */
export function linkSchemes(parts: readonly SchemePart[], linking: Linking): readonly SecurityScheme[] {
  const ids = uniqueIds(parts);
  return parts.map((part) => linkScheme(part, ids.get(part) ?? part.id, linking));
}
