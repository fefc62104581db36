/** 53 bits of a text: enough to tell the bodies of two calls apart; Web Crypto would need a secure origin. */
function hash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(16).padStart(14, "0");
}

/** The key of the specification, section 7: derived from method, address and a hash of the body. */
export function derivedKey(request: {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
}): string {
  return `${request.method}-${hash(request.url)}-${hash(request.body ?? "")}`;
}
