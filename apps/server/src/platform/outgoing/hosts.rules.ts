/** Ports that need not be written. */
const usualPorts: ReadonlySet<string> = new Set(["", "80", "443"]);

/** Does this address have a port at which sites of the open internet answer? */
export function hasUsualPort({ port }: URL): boolean {
  return usualPorts.has(port);
}

/** Do both lead to the same server, whether or not the name ends in the dot of the root, and by http or https? */
export function isSameHost(one: URL, other: URL): boolean {
  const isSamePort = one.port === other.port || (hasUsualPort(one) && hasUsualPort(other));
  return isSamePort && withoutRoot(one) === withoutRoot(other);
}

function withoutRoot({ hostname }: URL): string {
  return hostname.replace(/\.+$/, "");
}
