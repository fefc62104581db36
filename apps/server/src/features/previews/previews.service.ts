import { isDeepStrictEqual } from "node:util";
import {
  toRoomSettings,
  type LinkPreview,
  type MessageId,
  type ReplyOf,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import type { LogConsumer } from "#server/features/log/follower.service.ts";
import { appendEvent, type Change, type RoomAddress } from "#server/features/log/log.service.ts";
import {
  changeMessage,
  type MessageAddress,
  type MessageChangeDeps,
} from "#server/features/messages/messages.access.ts";
import { messageEditedKind, type MessagePart } from "#server/features/messages/messages.service.ts";
import { requireLockedRoom } from "#server/features/rooms/rooms.access.ts";
import { readSettings } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { previewLinksJob } from "./kinds.jobs.ts";
import { describeLink, type LinkDeps } from "./links.service.ts";
import {
  deletePreviewsOf,
  findLinkedMessage,
  listMayLink,
  listPreviewRows,
  updateNoted,
  upsertPreviews,
  type LinkedMessage,
  type MessageKey,
  type PreviewsRow,
} from "./previews.queries.ts";
import { linksIn } from "./previews.rules.ts";

export interface PreviewDeps extends MessageChangeDeps, LinkDeps {
  readonly jobs: Jobs;
  /** Whether the operator lets the server look at links at all. */
  readonly linkPreviews: "on" | "off";
  /** Address of this instance, whose links get none. */
  readonly publicUrl: string;
}

const nothing: PreviewsRow = { links: [], removed: [], previews: [] };

export const previewsPart: MessagePart<LinkPreview[]> = {
  bit: 64,
  async load(db, rows) {
    const found = await listPreviewRows(db, rows);
    return new Map(
      [...found].flatMap(([id, { previews }]) =>
        previews.length > 0 ? [[id, [...previews]]] : [],
      ),
    );
  },
  erase: ({ tx }, _room, message) => deletePreviewsOf(tx, message),
};

/**
 * The consumer of the logs that leaves a job for each message whose links are others than those that were looked at last. The
 * message_edited by which previews arrive names the same ones.
 */
export function createPreviewFollowing(
  deps: Pick<PreviewDeps, "jobs" | "linkPreviews" | "publicUrl">,
): LogConsumer {
  return {
    name: "previews",
    async take(tx, entries) {
      const keys = entries.flatMap(({ roomId, kind, messageId: id }) =>
        id !== null && texts.has(kind) ? [{ roomId, id }] : [],
      );
      if (keys.length === 0) return;
      for (const { roomId, id, content, links } of await listMayLink(tx, keys, previewsPart.bit)) {
        // Off, links that an edit takes away are forgotten all the same.
        if (deps.linkPreviews === "off" && links === null) continue;
        if (!isDeepStrictEqual(linksIn(content, deps.publicUrl), links ?? []))
          await deps.jobs.enqueue(tx, previewLinksJob, { roomId, messageId: id });
      }
    },
  };
}

const texts: ReadonlySet<string> = new Set(["message_new", "message_edited"]);

/**
 * Looks at the links of a message and shows what was found, by a message_edited (rules-messages 48). Whatever became of the message
 * meanwhile is judged again under the room's lock; other links have a job of their own.
 */
export async function previewLinks(
  deps: PreviewDeps,
  { roomId, messageId }: { readonly roomId: RoomId; readonly messageId: MessageId },
): Promise<void> {
  const key = { roomId, id: messageId };
  const message = await findLinkedMessage(deps.db, key);
  if (!message) return;
  const { authorId: userId } = message;
  const links = linksIn(message.content, deps.publicUrl);
  const { removed } = (await listPreviewRows(deps.db, [key])).get(messageId) ?? nothing;
  const wanted = (await areWanted(deps, message))
    ? links.filter((each) => !removed.includes(each))
    : [];
  const found = await Promise.all(wanted.map((link) => describeLink(deps, link, { userId })));
  await deps.changes.run(async (change) => {
    const room = await requireLockedRoom(change.tx, message.authorId, roomId);
    const now = await findLinkedMessage(change.tx, key);
    if (!now || !isDeepStrictEqual(linksIn(now.content, deps.publicUrl), links)) return;
    const before = (await listPreviewRows(change.tx, [key])).get(messageId) ?? nothing;
    const previews = found.flatMap((preview) =>
      preview && !before.removed.includes(preview.url) ? [preview] : [],
    );
    await show(
      change,
      room,
      { ...key, authorId: message.authorId, before },
      { links, removed: before.removed.filter((each) => links.includes(each)), previews },
    );
  });
}

async function areWanted(
  { db, linkPreviews }: Pick<PreviewDeps, "db" | "linkPreviews">,
  message: LinkedMessage,
): Promise<boolean> {
  if (linkPreviews === "off" || !message.isWanted) return false;
  if (!toRoomSettings(message).linkPreviews) return false;
  return (await readSettings(db, message.workspaceId)).linkPreviews;
}

/**
 * Writes what a message shows from now on, nothing of one without links, and tells it where that is something else. Returns the seq of the
 * event.
 */
async function show(
  change: Change,
  room: RoomAddress,
  {
    authorId,
    before,
    ...key
  }: MessageKey & { readonly authorId: UserId; readonly before: PreviewsRow },
  after: PreviewsRow,
): Promise<number | undefined> {
  if (after.links.length === 0) await deletePreviewsOf(change.tx, key);
  else await upsertPreviews(change.tx, key, after, previewsPart.bit);
  if (isDeepStrictEqual(after.previews, before.previews)) return undefined;
  await updateNoted(change.tx, key, previewsPart.bit);
  const event = { actorId: authorId, messageId: key.id, facts: {} };
  return appendEvent(change, room, messageEditedKind, event);
}

/** Takes the previews of an own message away for everybody; the links that it has now get none again, also not those still looked at. */
export async function deletePreviews(
  deps: Pick<PreviewDeps, "db" | "changes" | "toMessages" | "publicUrl">,
  actor: Actor,
  address: MessageAddress,
): Promise<ReplyOf<"deletePreviews">> {
  return changeMessage(deps, actor, address, async ({ room, message, show: _show, ...change }) => {
    const { roomId, id, authorId, content } = message;
    if (authorId !== actor.userId || message.type === "system")
      throw new AppError("MESSAGE_NOT_AUTHOR");
    if (message.isDeleted) return { messageId: id };
    const key = { roomId, id };
    const before = (await listPreviewRows(change.tx, [key])).get(id) ?? nothing;
    const links = linksIn(content, deps.publicUrl);
    const seq = await show(
      change,
      room,
      { ...key, authorId, before },
      { links, removed: links, previews: [] },
    );
    return { messageId: id, seq };
  });
}
