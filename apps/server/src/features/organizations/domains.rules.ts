/** Exactly what is behind the @; subdomains are others (rules-identity 81). */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}

/** What the TXT record of the domain must say (rules-identity 80). */
export function toDomainRecord(token: string): string {
  return `colbin-verify=${token}`;
}
