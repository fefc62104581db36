const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The sites whose pages may open a socket: our own address and those of CORS_ORIGINS. A browser lets any page open a
 * socket to us with the person's cookies, so this list is what keeps other sites out. On a loopback address the three
 * names of this machine are one.
 */
export function createOriginCheck(
  publicUrl: string,
  corsOrigins: readonly string[],
): (origin: string) => boolean {
  const own = new URL(publicUrl);
  const names = LOOPBACK_NAMES.includes(own.hostname) ? LOOPBACK_NAMES : [];
  const port = own.port === "" ? "" : `:${own.port}`;
  const aliases = names.map((name) => `${own.protocol}//${name}${port}`);
  const allowed = new Set([own.origin, ...aliases, ...corsOrigins]);
  return (origin) => allowed.has(origin);
}
