import {
  hasMentions,
  MENTIONS_MAX,
  mentionsIn,
  withMentionWords,
  type MentionedPerson,
  type MessageMetadata,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { insertMentions, listMentionable, mayMentionAll } from "./mentions.queries.ts";
import type { MessageRow } from "./messages.queries.ts";

/** In `messages.parts`: the message names people. */
export const MENTIONS_BIT = 4;

/** What a text mentions, for the message that it becomes. */
export interface ReadMentions {
  readonly metadata: Pick<MessageMetadata, "mentions" | "plainText">;
  readonly people: MentionedPerson[];
  readonly extra: {
    readonly userIds: readonly UserId[];
    readonly wildcard?: true;
    readonly parts?: number;
  };
}

/**
 * The mentions of a text that is sent to a room; undefined where it has none. People who cannot be named there are left out. More than
 * MENTIONS_MAX people are MENTION_LIMIT_REACHED (rules-messages 32).
 */
export async function readMentions(
  db: Db,
  roomId: RoomId,
  content: string,
): Promise<ReadMentions | undefined> {
  const found = mentionsIn(content);
  if (!hasMentions(found)) return undefined;
  if (found.userIds.length > MENTIONS_MAX)
    throw new AppError("MENTION_LIMIT_REACHED", { max: MENTIONS_MAX });
  const people = found.userIds.length > 0 ? await listMentionable(db, roomId, found.userIds) : [];
  const userIds = people.map(({ userId }) => userId);
  const names = new Map(people.map(({ userId, fullName }) => [userId, fullName]));
  return {
    metadata: { mentions: { ...found, userIds }, plainText: toPlainText(content, names) },
    people,
    extra: {
      userIds,
      ...((found.here || found.all) && { wildcard: true }),
      ...(people.length > 0 && { parts: MENTIONS_BIT }),
    },
  };
}

/** One text for all who read it now or later, guests among them: it names no rooms. */
function toPlainText(content: string, names: ReadonlyMap<UserId, string>): string {
  return withMentionWords(content, (mention) => {
    if (mention.kind === "user") return `@${names.get(mention.userId) ?? "somebody"}`;
    if (mention.kind === "room") return "#room";
    return `@${mention.kind}`;
  });
}

/**
 * Notes the people whom an edit mentions, too; the change holds the room's lock. Nothing unread is counted anew (rules-messages 17).
 * Everybody is mentioned anew by those alone who may send it: WILDCARD_NOT_ALLOWED.
 */
export async function addMentions(
  tx: Tx,
  message: MessageRow,
  mentions: ReadMentions | undefined,
  level: string,
): Promise<void> {
  const before = { here: false, all: false, ...message.metadata.mentions };
  const now = { here: false, all: false, ...mentions?.metadata.mentions };
  const isNew = (now.here && !before.here) || (now.all && !before.all);
  if (isNew && !(await mayMentionAll(tx, message.roomId, level)))
    throw new AppError("WILDCARD_NOT_ALLOWED");
  const userIds = mentions?.extra.userIds ?? [];
  if (userIds.length > 0) await insertMentions(tx, message, userIds);
}
