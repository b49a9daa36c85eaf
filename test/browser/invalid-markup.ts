import { HtmlValidate } from "html-validate";

const validate = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard"],
  rules: {
    // Ours is the other style, and what authors write is kept as it is.
    "void-style": ["error", { style: "omit" }],
    "no-trailing-whitespace": "off",
    "long-title": "off",
  },
});

/** What html-validate finds in a page, with its line. */
export async function invalidMarkup(html: string): Promise<string[]> {
  const { results } = await validate.validateString(html);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message, line }) => `${String(line)}: ${ruleId} ${message}`));
}
