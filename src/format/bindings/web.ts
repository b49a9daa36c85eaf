import { number, oneOf } from "../fields.ts";
import { schema } from "../schema-keywords.ts";
import type { BindingSource } from "./binding-field.ts";
import { row } from "./binding-field.ts";

const methods = oneOf("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "CONNECT", "TRACE");

export const http: BindingSource = {
  versions: ["0.1.0", "0.2.0", "0.3.0"],
  folder: "http",
  operation: {
    type: row(oneOf("request", "response"), "Whether the operation is a request or a response.", { until: "0.2.0" }),
    method: row(methods, "The method of the request."),
    query: row(schema, "Schema of the query parameters: an object with a property for each."),
  },
  message: {
    headers: row(schema, "Schema of the HTTP headers: an object with a property for each."),
    statusCode: row(number, "Status code of the response (RFC 9110); it counts for replies only.", { since: "0.3.0" }),
  },
};

export const ws: BindingSource = {
  versions: ["0.1.0"],
  folder: "websockets",
  channel: {
    method: row(oneOf("GET", "POST"), "The method of the request that opens the connection."),
    query: row(schema, "Schema of the query parameters of that request: an object with a property for each."),
    headers: row(schema, "Schema of the HTTP headers of that request: an object with a property for each."),
  },
};
