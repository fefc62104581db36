import {
  composeText,
  NEW_READERS_COUNTED,
  type Forward,
  type Forwarded,
  type ReplyOf,
  type RoomId,
} from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { readMessage, requireSendableRoom, type MessageAddress } from "./messages.access.ts";
import type { MessageRow } from "./messages.queries.ts";
import { cleanContent } from "./messages.rules.ts";
import { sendMessage, type SendDeps } from "./messages.service.ts";
import { countNewReaders } from "./quotes.queries.ts";
import { forwardPart } from "./quotes.service.ts";

interface Forwarding {
  readonly targetSlug: string;
  readonly comment?: string | undefined;
  readonly clientMessageId?: string | undefined;
  /** People who cannot read the source may read the copy. */
  readonly confirmed?: boolean | undefined;
}

/**
 * Sends a copy of a message to another room of the workspace, with its attribution and, before it, a comment (rules-messages 43). Needs the
 * right to read the one and to send into the other. Where somebody there cannot read the source it is AUDIENCE_GROWS until confirmed.
 */
export async function forwardMessage(
  deps: SendDeps,
  actor: Actor,
  address: MessageAddress,
  { targetSlug: roomSlug, comment = "", clientMessageId, confirmed = false }: Forwarding,
): Promise<ReplyOf<"forwardMessage">> {
  const source = await readMessage(deps.db, actor, address, (_room, row) => Promise.resolve(row));
  const isPoll = (source.parts & deps.polls.bit) !== 0;
  if (source.isDeleted || source.type === "system" || isPoll)
    throw new AppError("MESSAGE_NOT_FORWARDABLE");
  const hasFiles = (source.parts & deps.sentFiles.bit) !== 0;
  const attached = hasFiles ? await deps.sentFiles.copy(source) : undefined;
  const said = composeText(comment, deps.messageMaxChars, cleanContent);
  if (said === undefined) throw new AppError("MESSAGE_TOO_LONG", { max: deps.messageMaxChars });
  const target = await requireSendableRoom(deps.db, actor, roomSlug);
  const { text, ...origin } = originOf(source);
  if (!confirmed) await requireSameAudience(deps.db, source.roomId, target.id);
  const content = said === "" ? text : `${said}\n\n${text}`;
  const stored = { ...origin, textFrom: content.length - text.length };
  const shown = await showOrigin(deps.db, source, stored);
  const type = attached ? source.type : "text";
  const input = { roomSlug, content, type, metadata: {}, clientMessageId };
  return sendMessage(deps, actor, { ...input, forward: { stored, shown, attached } });
}

/** A copy is passed on without what was said to it, as the message that it is of. */
function originOf({ id: messageId, roomId, authorId, createdAt, content, metadata }: MessageRow) {
  const { forward } = metadata;
  if (forward) return { ...forward, text: content.slice(forward.textFrom) };
  // By name: the copy mentions nobody.
  const text = metadata.plainText ?? content;
  return { messageId, roomId, authorId, createdAt: createdAt.toISOString(), text };
}

async function showOrigin(
  db: Db,
  source: MessageRow,
  forward: Forwarded,
): Promise<Forward | undefined> {
  const shown = await forwardPart.load(db, [{ ...source, metadata: { forward } }]);
  return shown.get(source.id);
}

/** Of more new readers than it counts to nobody need know the number. */
async function requireSameAudience(db: Db, sourceId: RoomId, targetId: RoomId): Promise<void> {
  if (sourceId === targetId) return;
  const growth = await countNewReaders(db, { sourceId, targetId }, NEW_READERS_COUNTED);
  if (growth.newReaders > 0) throw new AppError("AUDIENCE_GROWS", { ...growth });
}
