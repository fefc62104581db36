/* What a message may be, for the server that refuses it and for the composer that does not offer it. No schemas. */

/** White space, format characters and fillers alone show nothing. */
export function isBlank(content: string): boolean {
  return content.replaceAll(/[\s\p{Cf}\p{Mn}\u115F\u1160\u3164\uFFA0\u2800\u034F]/gu, "") === "";
}
