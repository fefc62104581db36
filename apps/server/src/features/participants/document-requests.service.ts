import {
  ACCESS_REQUEST_DAYS,
  ACCESS_REQUEST_REASK_HOURS,
  type DocumentId,
  type ParticipantAccessLevel,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import {
  hasAsked,
  insertDocumentRequest,
  type DocumentRequestRow,
} from "./document-requests.queries.ts";
import type { AccessDeps } from "./participants.service.ts";
import type { Decision } from "./request-outcomes.service.ts";
import { updateClosed } from "./requests.queries.ts";

export {
  findDocumentRequest,
  listDocumentRequests,
  type DocumentRequestRow,
} from "./document-requests.queries.ts";
export { toDocumentRequest } from "./participants.view.ts";

/* Requests about documents, as those about rooms: told, answered and ended alike. Who may answer is decided with the documents. */

type Deps = Pick<AccessDeps, "clock" | "jobs">;

const HOUR_MS = 60 * 60_000;

/** A request to the leaders of a document. */
export interface DocumentWish {
  readonly document: {
    readonly id: DocumentId;
    readonly title: string;
    readonly workspaceId: WorkspaceId;
  };
  readonly userId: UserId;
  readonly accessLevel: ParticipantAccessLevel;
  readonly message: string;
  readonly leaders: readonly UserId[];
}

/** Asks, and tells those who lead the document; nothing where somebody asks already, or was refused within a day. The caller holds it. */
export async function askLeaders(tx: Tx, deps: Deps, wish: DocumentWish): Promise<void> {
  const { document, userId, accessLevel, message, leaders } = wish;
  const { id: documentId, title, workspaceId } = document;
  const now = deps.clock.now();
  const refusedSince = new Date(now.getTime() - ACCESS_REQUEST_REASK_HOURS * HOUR_MS);
  if (await hasAsked(tx, { documentId, userId }, { now, refusedSince })) return;
  const expiresAt = new Date(now.getTime() + ACCESS_REQUEST_DAYS * 24 * HOUR_MS);
  const requestType = "UPGRADE_ACCESS";
  const asked = { documentId, userId, type: requestType, accessLevel, message } as const;
  const requestId = await insertDocumentRequest(tx, { ...asked, createdAt: now, expiresAt });
  const facts = { workspaceId, documentId, title, accessLevel, requestId, requestType } as const;
  for (const leader of leaders) {
    const event = { type: "ACCESS_REQUEST", userId: leader, actorId: userId } as const;
    await notify(tx, deps, { ...event, facts, cause: `${requestId} ${leader}` });
  }
}

/** Throws ACCESS_REQUEST_CLOSED unless the request waits for an answer. */
export function requireOpenRequest(
  { status, expiresAt }: Pick<DocumentRequestRow, "status" | "expiresAt">,
  now: Date,
): void {
  if (status !== "PENDING") throw new AppError("ACCESS_REQUEST_CLOSED", { status });
  if (expiresAt <= now) throw new AppError("ACCESS_REQUEST_CLOSED", { status: "EXPIRED" });
}

/**
 * Ends an open request, and tells who asked unless they took it back. The title is that of who asked: empty where they may not know of the
 * document.
 */
export async function endDocumentRequest(
  tx: Tx,
  deps: Deps,
  {
    actor,
    request,
    title,
  }: {
    readonly actor: Actor;
    readonly request: DocumentRequestRow;
    readonly title: string;
  },
  { to: status, reason = "" }: Decision,
): Promise<void> {
  const now = deps.clock.now();
  requireOpenRequest(request, now);
  await updateClosed(tx, request.id, { status, reason, now });
  if (status === "CANCELLED") return;
  const { id: requestId, documentId, workspaceId, userId, accessLevel, type } = request;
  const facts = {
    workspaceId,
    documentId,
    title,
    accessLevel,
    requestId,
    requestType: type,
  };
  const event = { userId, actorId: actor.userId, cause: requestId };
  if (status === "APPROVED")
    await notify(tx, deps, { ...event, type: "ACCESS_REQUEST_APPROVED", facts });
  else {
    const refused = { ...facts, reason: reason === "" ? null : reason };
    await notify(tx, deps, { ...event, type: "ACCESS_REQUEST_REJECTED", facts: refused });
  }
  await recordAct(tx, actor, {
    at: now,
    kind: status === "APPROVED" ? "access request approved" : "access request rejected",
    workspaceId,
    action: status === "APPROVED" ? "APPROVE" : "DENY",
    target: { type: "user", id: userId },
    reason,
    details: { documentId, type, accessLevel },
  });
}
