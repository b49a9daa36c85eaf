/**
 * A password before a host, with or without a scheme before the user (RFC 3986 § 3.2.1). The schemes that are named have addresses with a
 * name before the `@`, and no password.
 */
const PASSWORD = /(?<=(?:^|\/\/|[\s"'`,])(?!(?:mailto|acct|sips?|xmpp|im|pres|urn):)[^\s/:@"'`,]*:)[^\s/"'`,]+(?=@[\w[{])/gi;

/** A place to fill in, and no password, such as `<password>` or `$PASSWORD`. */
const TO_FILL_IN = /^(?:<.*>|\*+|\$\w+|\$?\{.*\})$/s;

/** Whether what stands in the place of a password is one. */
export function isSecret(text: string): boolean {
  return text !== "" && !TO_FILL_IN.test(text);
}

/** What stands for a secret in a report: more people read it than the document. */
export const MASK = "***";

/** A text without the passwords of its addresses. */
export function withoutPasswords(text: string): string {
  return text.includes("@") ? text.replace(PASSWORD, (found) => (isSecret(found) ? MASK : found)) : text;
}

/** Where the passwords of the addresses in a text are. */
export function passwordsIn(text: string): { readonly from: number; readonly to: number }[] {
  if (!text.includes("@")) return [];
  return [...text.matchAll(PASSWORD)].flatMap(({ 0: found, index }) =>
    isSecret(found) ? [{ from: index, to: index + found.length }] : [],
  );
}
