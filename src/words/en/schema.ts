/** Words of schema trees: types, constraints, choices. */
export const schema = {
  "schema.required": "required",
} as const;
