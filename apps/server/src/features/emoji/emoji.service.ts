import { randomUUID } from "node:crypto";
import {
  CUSTOM_EMOJI_MAX,
  type CustomEmoji,
  type ReplyOf,
  type WorkspaceId,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { detectMediaType } from "#server/features/files/kinds.service.ts";
import {
  dropSmallPicture,
  keepSmallPicture,
  makeSmallPicture,
  type MadePicture,
  type SmallPictureDeps,
} from "#server/features/files/small-pictures.service.ts";
import {
  requireActiveOrganization,
  requireLeading,
  requireLedOrganization,
} from "#server/features/organizations/organizations.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { SmallForm } from "#server/platform/pictures/pictures.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { countEmoji, deleteEmojiRow, hasEmoji, insertEmoji, listEmojiOf } from "./emoji.queries.ts";
import { isStandardName } from "./standard-names.service.ts";

export interface EmojiDeps extends SmallPictureDeps {
  readonly live: Pick<Live, "sendToWorkspace">;
}

const form: SmallForm = { side: 128, isSquare: false, framesMax: 100 };
const mediaTypes: readonly string[] = ["image/png", "image/apng", "image/gif", "image/webp"];

/** The emoji of an organization that the caller is ACTIVE in, guests of its rooms among them; else ORGANIZATION_NOT_FOUND. */
export async function listEmoji(
  { db }: Pick<EmojiDeps, "db">,
  actor: Actor,
  id: WorkspaceId,
): Promise<ReplyOf<"listEmoji">> {
  await requireActiveOrganization(db, actor.userId, id);
  return { results: await listEmojiOf(db, id) };
}

/** May a reaction in this workspace be `:name:`? */
export function isKnownEmoji(db: Db, workspaceId: WorkspaceId, name: string): Promise<boolean> {
  return hasEmoji(db, workspaceId, name);
}

interface NewEmoji {
  readonly orgId: WorkspaceId;
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Makes an emoji of the bytes of a PNG, GIF or WebP, by OWNER and ADMIN; everybody who works there is told. A name is refused that
 * another one has, or a standard one.
 */
export async function addEmoji(
  deps: EmojiDeps,
  actor: Actor,
  wanted: NewEmoji,
): Promise<CustomEmoji> {
  const { orgId, name, bytes } = wanted;
  await requireLeading(deps.db, actor, orgId);
  if (await isStandardName(name)) throw new AppError("EMOJI_NAME_RESERVED");
  if (!mediaTypes.includes(await detectMediaType(bytes))) throw new AppError("FILE_TYPE_BLOCKED");
  const made = await makeSmallPicture(deps, actor, bytes, form);
  const emoji = await keep(deps, actor, wanted, made);
  tell(deps, orgId);
  return emoji;
}

/** The row of the organization is locked, so that no two calls count the same. */
function keep(
  { db, clock }: EmojiDeps,
  actor: Actor,
  { orgId, name }: NewEmoji,
  made: MadePicture,
): Promise<CustomEmoji> {
  const now = clock.now();
  return runTransaction(db, async (tx) => {
    await requireLedOrganization(tx, actor, orgId);
    const address = await keepSmallPicture(tx, made, { workspaceId: orgId });
    const emoji = { id: randomUUID(), name, address };
    const count = await countEmoji(tx, orgId);
    if (!(await insertEmoji(tx, orgId, emoji, now))) throw new AppError("EMOJI_NAME_TAKEN");
    if (count >= CUSTOM_EMOJI_MAX)
      throw new AppError("EMOJI_LIMIT_REACHED", { max: CUSTOM_EMOJI_MAX });
    const details = { name: `:${name}:` };
    await recordAct(tx, actor, { at: now, kind: "emoji added", workspaceId: orgId, details });
    return emoji;
  });
}

/** Reactions and messages keep its name as text (rules-messages 26). By OWNER and ADMIN. */
export async function deleteEmoji(
  deps: EmojiDeps,
  actor: Actor,
  orgId: WorkspaceId,
  emojiId: string,
): Promise<void> {
  await runTransaction(deps.db, async (tx) => {
    await requireLedOrganization(tx, actor, orgId);
    const gone = await deleteEmojiRow(tx, orgId, emojiId);
    if (!gone) throw new AppError("EMOJI_NOT_FOUND");
    await dropSmallPicture(tx, gone.address);
    await recordAct(tx, actor, {
      at: deps.clock.now(),
      kind: "emoji removed",
      workspaceId: orgId,
      details: { name: `:${gone.name}:` },
    });
  });
  tell(deps, orgId);
}

function tell({ live }: EmojiDeps, workspaceId: WorkspaceId): void {
  live.sendToWorkspace(workspaceId, {
    type: "SERVER_PERSONAL_EVENT",
    event: "emoji_changed",
    data: { workspaceId },
  });
}
