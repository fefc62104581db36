/** The access token that an Authorization header shows (RFC 6750, section 2.1); undefined where it shows none. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(header ?? "")?.[1];
}
