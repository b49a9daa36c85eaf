/** The tables of security objects. */
import { field, fields, list, map, mapTable, markdown, object, oneOf, publicField, required, string, table, text } from "./fields.ts";
import type { ObjectTable, Shape } from "./shape.ts";

const types = [
  "userPassword",
  "apiKey",
  "X509",
  "symmetricEncryption",
  "asymmetricEncryption",
  "httpApiKey",
  "http",
  "oauth2",
  "openIdConnect",
  "plain",
  "scramSha256",
  "scramSha512",
  "gssapi",
];

/** The values of `in` by `type`; for any other type the field has no meaning. */
const places: Readonly<Record<string, Shape>> = { apiKey: oneOf("user", "password"), httpApiKey: oneOf("query", "header", "cookie") };

/** The shape of `in` for a `type`. */
export function credentialPlace(type: string | undefined): Shape {
  return (type !== undefined && Object.hasOwn(places, type) ? places[type] : undefined) ?? string;
}

const url = text("absolute-url");

/** Security objects of 2.x and the draft. Fields that a `type` requires are checked by `security/required-field`. */
export const security = {
  SecurityScheme: table("Security Scheme Object", {
    type: required(oneOf(...types)),
    ...fields({
      description: markdown,
      name: string,
      in: string,
      scheme: string,
      bearerFormat: string,
      flows: object("OAuthFlows"),
      openIdConnectUrl: url,
    }),
  }),
  SecurityRequirement: mapTable("Security Requirement Object", list(string)),
  OAuthFlows: table(
    "OAuth Flows Object",
    fields({
      implicit: object("OAuthFlow"),
      password: object("OAuthFlow"),
      clientCredentials: object("OAuthFlow"),
      authorizationCode: object("OAuthFlow"),
    }),
  ),
  OAuthFlow: table("OAuth Flow Object", {
    authorizationUrl: field(url),
    tokenUrl: field(url),
    refreshUrl: publicField(url),
    scopes: field(map(string)),
  }),
} satisfies Record<string, ObjectTable>;
