import type { CurrentOrganization, ReplyOf, Switched, WorkspaceId } from "@colbin/protocol";
import { notAuthenticated } from "./api-error.ts";
import type { CallOptions, Http } from "./http.ts";
import type { Runtime } from "./runtime.ts";
import { REFRESH_LOCK, type Session, type SignedInReply } from "./session.ts";
import { storageKeys, type KeyValueStorage } from "./storage.ts";

/** Where the session works. */
export interface Workspaces {
  /**
   * The session works in this organization, or with null in Personal, from now on: in all tabs, which follow before they send
   * anything more (rules-identity 77).
   */
  readonly switchTo: (orgId: WorkspaceId | null) => Promise<Switched>;
  /** Joins by the code of an invitation; the session works there from now on. */
  readonly accept: (inviteCode: string) => Promise<ReplyOf<"acceptInvitation">>;
  /** Joins by the domain of the own address (`listJoinable`); the session works there from now on. */
  readonly join: (orgId: WorkspaceId) => Promise<Switched>;
  /** The name of the organization where the person works; undefined in Personal. */
  readonly activeName: () => string | undefined;
  /** An organization is called so now; changes nothing where the person works in another. */
  readonly noteName: (orgId: WorkspaceId, orgName: string) => void;
  /** Settles when no move of this tab is under way: a call that begins during one would be refused as of the workspace before. */
  readonly settled: () => Promise<unknown>;
  /** The organization that the state of the chat is of; undefined in Personal, and on the way from one to another. */
  readonly activeId: () => WorkspaceId | undefined;
}

interface WorkspacesOptions {
  readonly tokens: Session;
  readonly call: Http["call"];
  readonly runtime: Pick<Runtime, "locks" | "storage">;
  readonly workspaceId: () => WorkspaceId | undefined;
}

type NamedOrganization = Pick<CurrentOrganization, "orgId" | "orgName">;

/** For this device; its tokens follow. Null in Personal. */
export function rememberOrganization(
  storage: Pick<KeyValueStorage, "set" | "remove">,
  at: NamedOrganization | null,
): void {
  const { activeOrganizationId, activeOrganizationName } = storageKeys;
  storage.remove(activeOrganizationId);
  storage.remove(activeOrganizationName);
  if (!at) return;
  storage.set(activeOrganizationId, at.orgId);
  storage.set(activeOrganizationName, at.orgName);
}

/** The answer of a call that may move the session to another place. */
interface Move<R> {
  readonly reply: R;
  readonly at: NamedOrganization | null;
}

export function createWorkspaces(options: WorkspacesOptions): Workspaces {
  const { tokens, call, workspaceId } = options;
  const { storage, locks } = options.runtime;
  let moving: Promise<unknown> = Promise.resolve();
  /** Under the lock of a refresh: of two answers with tokens the later one must be of the later workspace. */
  async function move<R extends SignedInReply>(
    ask: (options: Pick<CallOptions, "accessToken" | "workspaceId">) => Promise<Move<R>>,
  ): Promise<R> {
    if (!tokens.accessToken) throw notAuthenticated("User is not authenticated");
    await tokens.ensureValid();
    const moved = locks.run(REFRESH_LOCK, async () => {
      const accessToken = tokens.storedToken;
      if (!accessToken) throw notAuthenticated();
      // It says itself where to go, also where a move of a moment ago has not been followed yet.
      const { reply, at } = await ask({ workspaceId: null, accessToken });
      // Somebody signed out, or in as another, in the meantime: that counts.
      if (tokens.storedToken !== accessToken) throw notAuthenticated();
      rememberOrganization(storage, at);
      tokens.begin(reply);
      return reply;
    });
    moving = moved.catch(() => undefined);
    return moved;
  }

  return {
    switchTo: (orgId) =>
      move(async (callOptions) => {
        const reply =
          orgId === null
            ? await call("switchToPersonal", {}, callOptions)
            : await call("switchOrganization", { params: { orgId } }, callOptions);
        return { reply, at: reply.currentOrg };
      }),
    accept: (inviteCode) =>
      move(async (callOptions) => {
        const reply = await call("acceptInvitation", { body: { inviteCode } }, callOptions);
        const { orgId, organizationName: orgName } = reply;
        return { reply, at: { orgId, orgName } };
      }),
    join: (orgId) =>
      move(async (callOptions) => {
        const reply = await call("joinOrganization", { params: { orgId } }, callOptions);
        return { reply, at: reply.currentOrg };
      }),
    settled: () => moving,
    noteName(orgId, orgName) {
      if (storage.get(storageKeys.activeOrganizationId) === orgId)
        storage.set(storageKeys.activeOrganizationName, orgName);
    },
    activeName: () =>
      tokens.store.getSnapshot().user?.accountType === "BUSINESS"
        ? (storage.get(storageKeys.activeOrganizationName) ?? undefined)
        : undefined,
    activeId() {
      const id = workspaceId();
      return storage.get(storageKeys.activeOrganizationId) === id ? id : undefined;
    },
  };
}

interface LosingAccount {
  readonly session: Session["store"];
  readonly workspaces: Pick<Workspaces, "switchTo">;
}

/**
 * A person who lost the organization where they were goes on in Personal (rules-identity 78). Answers whether they do now:
 * where they were there already, or the server does not answer, nothing changes.
 */
export async function leaveLost({ session, workspaces }: LosingAccount): Promise<boolean> {
  if (session.getSnapshot().user?.accountType !== "BUSINESS") return false;
  try {
    await workspaces.switchTo(null);
    return true;
  } catch {
    return false;
  }
}
