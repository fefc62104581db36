import providers from "email-providers/all.json" with { type: "json" };

const publicProviders: ReadonlySet<string> = new Set(providers);

/** Anybody has an address there, so it is nobody's organization. */
export function isPublicProvider(domain: string): boolean {
  return publicProviders.has(domain);
}

/** Exactly what is behind the @; subdomains are others (rules-identity 81). */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}

/** What the TXT record of the domain must say (rules-identity 80). */
export function toDomainRecord(token: string): string {
  return `colbin-verify=${token}`;
}
