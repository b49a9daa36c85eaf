import type { Info } from "#model";
import type { PageContext } from "./context.ts";
import { urlView, type UrlView } from "./described-view.ts";
import { visible } from "./visible.ts";

function emailView(email: string): UrlView {
  return { ...urlView(`mailto:${email}`), text: visible(email) };
}

function contactOf({ contact }: Info) {
  if (!contact) return undefined;
  return {
    name: visible(contact.name?.value ?? ""),
    ...(contact.url ? { url: urlView(contact.url.value) } : {}),
    ...(contact.email ? { email: emailView(contact.email.value) } : {}),
  };
}

/** Whom to ask, under which licence and terms. */
export function contactView(context: PageContext) {
  const { info } = context.site.api;
  const { license, termsOfService } = info;
  const contact = contactOf(info);
  return {
    ...(contact ? { contact } : {}),
    ...(license ? { license: { name: visible(license.name?.value ?? ""), ...(license.url ? { url: urlView(license.url.value) } : {}) } } : {}),
    ...(termsOfService ? { terms: urlView(termsOfService.value) } : {}),
  };
}
