import type { DocumentContent } from "@colbin/documents";
import { decodePart } from "@colbin/protocol";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The part of a document for a link to a message or to a document of this server; undefined for every other link. */
export function nodeOfLink(
  text: string,
  origin = window.location.origin,
): DocumentContent | undefined {
  const address = text.trim();
  if (/\s/.test(address) || !URL.canParse(address)) return undefined;
  const { origin: from, pathname, searchParams } = new URL(address);
  if (from !== origin) return undefined;
  const [, kind, name = ""] = pathname.split("/").map(decodePart);
  const messageId = searchParams.get("message") ?? "";
  if (kind === "chat" && name !== "" && UUID.test(messageId))
    return { type: "messageEmbed", attrs: { roomSlug: name, messageId } };
  if (kind === "documents" && UUID.test(name))
    return { type: "documentLink", attrs: { id: name, label: "" } };
  return undefined;
}
