import type { ReplyOf, Switched, WorkspaceId } from "@colbin/protocol";
import { notAuthenticated } from "./api-error.ts";
import type { CallOptions, Http } from "./http.ts";
import type { Runtime } from "./runtime.ts";
import { REFRESH_LOCK, type Session, type SignedInReply } from "./session.ts";
import { storageKeys } from "./storage.ts";

/** Where the session works. */
export interface Workspaces {
  /**
   * The session works in this organization, or with null in Personal, from now on: in all tabs, which follow before they send
   * anything more (rules-identity 77).
   */
  readonly switchTo: (orgId: WorkspaceId | null) => Promise<Switched>;
  /** Joins by the code of an invitation; the session works there from now on. */
  readonly accept: (inviteCode: string) => Promise<ReplyOf<"acceptInvitation">>;
  /** The name of the organization where the person works; undefined in Personal. */
  readonly activeName: () => string | undefined;
}

interface WorkspacesOptions {
  readonly tokens: Session;
  readonly call: Http["call"];
  readonly runtime: Pick<Runtime, "locks" | "storage">;
}

/** What an answer says of where the session works from now on. */
interface Move<R> {
  readonly reply: R;
  readonly orgId: WorkspaceId | null;
  readonly name: string | undefined;
}

export function createWorkspaces({ tokens, call, runtime }: WorkspacesOptions): Workspaces {
  const { storage, locks } = runtime;
  const { activeOrganizationId, activeOrganizationName } = storageKeys;

  /** Under the lock of a refresh: of two answers with tokens the later one must be of the later workspace. */
  async function move<R extends SignedInReply>(
    ask: (options: Pick<CallOptions, "accessToken">) => Promise<Move<R>>,
  ): Promise<R> {
    if (!tokens.accessToken) throw notAuthenticated("User is not authenticated");
    await tokens.ensureValid();
    return locks.run(REFRESH_LOCK, async () => {
      const { accessToken } = tokens;
      const { reply, orgId, name } = await ask(accessToken === null ? {} : { accessToken });
      storage.remove(activeOrganizationId);
      storage.remove(activeOrganizationName);
      if (orgId !== null) storage.set(activeOrganizationId, orgId);
      if (name !== undefined) storage.set(activeOrganizationName, name);
      tokens.begin(reply);
      return reply;
    });
  }

  return {
    switchTo: (orgId) =>
      move(async (options) => {
        const reply =
          orgId === null
            ? await call("switchToPersonal", {}, options)
            : await call("switchOrganization", { params: { orgId } }, options);
        return { reply, name: reply.currentOrg?.orgName, orgId };
      }),
    accept: (inviteCode) =>
      move(async (options) => {
        const reply = await call("acceptInvitation", { body: { inviteCode } }, options);
        return { reply, name: reply.organizationName, orgId: reply.orgId };
      }),
    activeName: () =>
      tokens.store.getSnapshot().user?.accountType === "BUSINESS"
        ? (storage.get(activeOrganizationName) ?? undefined)
        : undefined,
  };
}
