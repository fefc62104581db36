import type { DocumentId, WorkspaceId } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";

/** Page of a room. */
export function roomPath(roomSlug: string): string {
  return `/chat/${encodeURIComponent(roomSlug)}`;
}

/** The same, opened at a message. */
export function messagePath(roomSlug: string, messageId: string): string {
  return `${roomPath(roomSlug)}?${new URLSearchParams({ message: messageId }).toString()}`;
}

/** How a link names Personal, which is no organization. */
export const PERSONAL = "personal";

/** Where whoever opens a link must work: addresses of rooms repeat over workspaces. */
export type LinkedWorkspace = WorkspaceId | typeof PERSONAL;

/** Where the person works, as the links that they pass on name it. */
export function activeWorkspace(): LinkedWorkspace {
  const isOrganization = account.session.getSnapshot().user?.accountType === "BUSINESS";
  return (isOrganization ? account.workspaceId() : undefined) ?? PERSONAL;
}

/** The organization of a link; null for Personal. */
export function linkedOrganization(linked: LinkedWorkspace): WorkspaceId | null {
  return linked === PERSONAL ? null : linked;
}

/** An address whose `org` says where it leads (rules-rooms 37). */
export function linkTo(origin: string, roomSlug: string, query: Record<string, string>): string {
  const link = new URL(roomPath(roomSlug), origin);
  for (const [name, value] of Object.entries(query)) link.searchParams.set(name, value);
  return link.href;
}

/** `{origin}/chat/{slug}?message={id}`: the room, opened at a message (rules-messages 12). */
export function messageLink(
  origin: string,
  roomSlug: string,
  messageId: string,
  org: LinkedWorkspace,
): string {
  return linkTo(origin, roomSlug, { message: messageId, org });
}

/** Router state that a link into a room leaves behind when it has led there. */
export interface SharedBy {
  /** An unverified text: who may have shared it (rules-rooms 38). */
  readonly invitedBy: string;
}

/** The name of the person who shared the link by which this page was opened; undefined for any other way. */
export function sharedBy(routerState: unknown): string | undefined {
  const { invitedBy } = (routerState ?? {}) as Partial<SharedBy>;
  return typeof invitedBy === "string" ? invitedBy : undefined;
}

/** Router state of a step that the person did not ask for: they may be typing, so no field takes the focus. */
export const UNASKED = { isUnasked: true } as const;

/** Did the app lead here by itself? */
export function isUnasked(routerState: unknown): boolean {
  return (routerState as Partial<typeof UNASKED> | null)?.isUnasked === true;
}

/** All channels that the person sees. */
export const BROWSE_PATH = "/channels";

export const ORGANIZATIONS_PATH = "/settings/organizations";

/** For those who run the server. */
export const INSTANCE_PATH = "/settings/instance";

/** A page of an organization; without a tab its settings (specification, section 2). */
export function organizationPath(orgId: WorkspaceId, tab = ""): string {
  return `${ORGANIZATIONS_PATH}/${orgId}${tab && `/${tab}`}`;
}

/** All threads that the person follows. */
export const THREADS_PATH = "/chat/threads";

/** Messages that the person has written for later. */
export const SCHEDULED_PATH = "/chat/scheduled";

/** The search over all rooms. */
export const SEARCH_PATH = "/chat/search";

/** The page of all that waits for the person, over all rooms. */
export const DASHBOARD_PATH = "/dashboard";

/** All that the person was told. */
export const ACTIVITY_PATH = "/activity";

/** All files that the person may see. */
export const FILES_PATH = "/files";

/** All documents that the person may read. */
export const DOCUMENTS_PATH = "/documents";

/** Page of a document. */
export function documentPath(id: DocumentId): string {
  return `${DOCUMENTS_PATH}/${id}`;
}
