/** Words of example panels and verdicts. */
export const example = {
  "example.matches": "matches its schema",
} as const;
