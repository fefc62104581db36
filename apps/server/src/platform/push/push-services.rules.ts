/** Where browsers subscribe; servers of all sites push there, so their addresses are not counted like those that a person gives. */
const services =
  /^(?:fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|(?:[a-z0-9-]+\.)*(?:push\.apple\.com|notify\.windows\.com))$/;
/** Takes a permission away after a few pushes that show nothing. */
const showingOnly = /(?:^|\.)push\.apple\.com$/;

/** Is it a push service of a browser's maker? */
export function isKnownPushService({ hostname }: URL): boolean {
  return services.test(hostname);
}

/** May something be pushed there that shows nothing? */
export function mayPushSilently({ hostname }: URL): boolean {
  return !showingOnly.test(hostname);
}
