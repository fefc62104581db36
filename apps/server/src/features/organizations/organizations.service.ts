import {
  runsInstance,
  type InputOf,
  type Organization,
  type ReplyOf,
  type WorkspaceId,
} from "@colbin/protocol";
import { recordAct, toChangedFacts } from "#server/features/audit/audit.service.ts";
import { dropSmallPicture } from "#server/features/files/small-pictures.service.ts";
import type { Changes } from "#server/features/log/log.service.ts";
import { addParticipant } from "#server/features/participants/participants.service.ts";
import { insertGeneral } from "#server/features/rooms/rooms.service.ts";
import { readTotals } from "#server/features/subscriptions/totals.service.ts";
import {
  countOwned,
  openWorkspace,
  requirePersonalWorkspaceId,
} from "#server/features/workspaces/workspaces.service.ts";
import type { Config } from "#server/config.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { requireLedOrganization, requireOrganization } from "./organizations.access.ts";
import {
  insertOrganization,
  listOrganizationsOf,
  updateAvatar,
  updateOrganization,
  type OrganizationFields,
} from "./organizations.queries.ts";
import { toOrganization } from "./organizations.view.ts";
import { isPublicProvider } from "./public-providers.service.ts";

export interface OrganizationDeps extends Pick<Config, "orgCreate" | "orgMaxOwned"> {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes;
}

/** Those that the caller is in, also suspended, whatever workspace their session works in. */
export async function listOrganizations(
  deps: OrganizationDeps,
  actor: Actor,
  { includeRole, includeUnread }: InputOf<"listOrganizations">["query"],
): Promise<ReplyOf<"listOrganizations">> {
  const rows = await listOrganizationsOf(deps.db, actor.userId);
  const results = rows.map((row) => toOrganization(row, includeRole === "true"));
  if (includeUnread === "false") return { results };
  const totals = await readTotals(deps, actor.userId);
  const personalId = await requirePersonalWorkspaceId(deps.db);
  const unreadIn = (id: WorkspaceId) => totals.get(id) ?? { unreadCount: 0, mentionCount: 0 };
  return {
    results: results.map((each) =>
      each.status === "ACTIVE" ? { ...each, unread: unreadIn(each.id) } : each,
    ),
    personal: unreadIn(personalId),
  };
}

/** As the caller knows it; else ORGANIZATION_NOT_FOUND. */
export async function getOrganization(
  { db }: OrganizationDeps,
  actor: Actor,
  id: WorkspaceId,
): Promise<Organization> {
  return toOrganization(await requireOrganization(db, actor.userId, id));
}

/**
 * Makes an organization with the caller as its OWNER and the room general, in one transaction. Refused to guests, by ORG_CREATE, and
 * beyond ORG_MAX_OWNED (rules-identity 52).
 */
export async function createOrganization(
  deps: OrganizationDeps,
  actor: Actor,
  input: InputOf<"createOrganization">["body"],
): Promise<Organization> {
  const { instanceRole, boundRoomId } = actor;
  const mayCreate =
    runsInstance(instanceRole) || (instanceRole === "USER" && deps.orgCreate === "everyone");
  if (!mayCreate || boundRoomId !== null) throw new AppError("FORBIDDEN");
  const fields = toFields(input);
  requireOwnDomain(fields);
  const now = deps.clock.now();
  const id = await deps.changes.run(async (change): Promise<WorkspaceId> => {
    const { tx } = change;
    if ((await countOwned(tx, actor.userId)) >= deps.orgMaxOwned)
      throw new AppError("ORGANIZATION_LIMIT_REACHED");
    const workspaceId = await openWorkspace(tx, actor.userId, now);
    await insertOrganization(tx, workspaceId, fields, now);
    const general = await insertGeneral(tx, workspaceId, actor.userId, now);
    await addParticipant(change, actor, general, { level: "OWNER", joinMethod: "DIRECT" });
    await recordAct(tx, actor, {
      at: now,
      kind: "organization created",
      workspaceId,
      details: { title: input.title },
    });
    return workspaceId;
  });
  return getOrganization(deps, actor, id);
}

/** Changes only what is sent; by OWNER and ADMIN. */
export async function changeOrganization(
  deps: OrganizationDeps,
  actor: Actor,
  id: WorkspaceId,
  input: InputOf<"updateOrganization">["body"],
): Promise<Organization> {
  const now = deps.clock.now();
  await runTransaction(deps.db, async (tx) => {
    const before = await requireLedOrganization(tx, actor, id);
    const after = toFields(input, before);
    if (after.domain !== before.domain) requireOwnDomain(after);
    await updateOrganization(tx, id, after, now);
    await recordAct(tx, actor, {
      at: now,
      kind: "organization changed",
      workspaceId: id,
      ...toChangedFacts(toFields(before), after),
    });
  });
  return getOrganization(deps, actor, id);
}

/** Gives an organization that the caller leads another picture, which is noted already, or none. */
export async function changeAvatar(
  tx: Tx,
  actor: Actor,
  id: WorkspaceId,
  { path, now }: { readonly path: string | null; readonly now: Date },
): Promise<void> {
  const { avatarUrl } = await requireLedOrganization(tx, actor, id);
  if (avatarUrl === path) return;
  await dropSmallPicture(tx, avatarUrl);
  await updateAvatar(tx, id, path, now);
  await recordAct(tx, actor, {
    at: now,
    kind: "organization changed",
    workspaceId: id,
    ...toChangedFacts({ avatar_url: avatarUrl }, { avatar_url: path }),
  });
}

/** One where not everybody has an address, or none (rules-identity 80). */
function requireOwnDomain({ domain }: OrganizationFields): void {
  if (domain !== null && isPublicProvider(domain)) throw new AppError("DOMAIN_INVALID");
}

type Given = { readonly [K in keyof OrganizationFields]?: OrganizationFields[K] | undefined };

/** Absent keeps, null and an empty text clear. */
function toFields(input: Given, before: Given = {}): OrganizationFields {
  const { title = before.title, type = before.type } = input;
  if (title === undefined || type === undefined)
    throw new Error("An organization has a title and a type from the start");
  const optional = (key: "description" | "domain" | "website") => {
    const { [key]: value = before[key] } = input;
    return value === undefined || value === "" ? null : value;
  };
  return {
    title,
    type,
    description: optional("description"),
    domain: optional("domain"),
    website: optional("website"),
  };
}
