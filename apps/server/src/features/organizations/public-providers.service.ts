import providers from "email-providers/all.json" with { type: "json" };

export { domainOf } from "./domains.rules.ts";

const publicProviders: ReadonlySet<string> = new Set(providers);

/** Anybody has an address there, so it is nobody's organization. */
export function isPublicProvider(domain: string): boolean {
  return publicProviders.has(domain);
}
