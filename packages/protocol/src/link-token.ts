/*
 * The token of a sign-in link: a secret and, behind a dot, the identifier that it signs in, so that the page can ask
 * 'Sign in as …?' before anything is sent. It is stored as a hash of the whole: with another identifier in it, it is the
 * token of no link, so nobody is signed in as somebody else than the page named. No schemas.
 */

/** `secret` must hold no dot. */
export function toLinkToken(secret: string, identifier: string): string {
  return `${secret}.${identifier}`;
}

/** Whom the token claims to sign in; undefined for one that was cut off. */
export function toLinkIdentifier(token: string): string | undefined {
  const dot = token.indexOf(".");
  return dot === -1 ? undefined : token.slice(dot + 1);
}
