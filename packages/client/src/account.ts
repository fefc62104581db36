import type {
  CallOf,
  CurrentUser,
  MessageFate,
  PublicConfig,
  ReplyOf,
  SignedIn,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { notAuthenticated } from "./api-error.ts";
import { createHttp, type CallOptions, type Http } from "./http.ts";
import type { Runtime } from "./runtime.ts";
import { Session, type SessionState } from "./session.ts";
import type { KeyValueStorage } from "./storage.ts";
import { createSecondFactors, type AskedSecondFactor } from "./second-factor.ts";
import { createStore, type Store } from "./store.ts";
import { readConnectionId } from "./stored-session.ts";
import { systemRuntime } from "./system.ts";
import { workspaceOf } from "./token-workspace.ts";
import { createWorkspaces, rememberOrganization, type Workspaces } from "./workspaces.ts";

export interface AccountOptions {
  /** Origin of the server, without a slash at the end; leave it out in a page that the server itself serves. */
  readonly baseUrl?: string;
  /** The runtime of the place unless given: the browser's, or memory in a program. */
  readonly runtime?: Runtime;
}

/** All that a sign-in screen needs; the chat is built on it. */
export interface Account {
  /** The person who is signed in; follows the other tabs. */
  readonly session: Store<SessionState>;
  /** Any declared operation: `call("listRooms", { query: {} })`. */
  readonly call: Http["call"];
  /** A sign-in of `auth` that waits for its second step; each of them ends once that is done or cancelled. */
  readonly secondFactor: Store<AskedSecondFactor | undefined>;
  readonly auth: {
    /** Sends a one-time code. The reply holds the code itself only under dev delivery. */
    readonly sendOtp: (identifier: string) => Promise<ReplyOf<"sendOtp">>;
    /** Signs in; the first time makes the account. */
    readonly verifyOtp: (proof: CallOf<"verifyOtp">["body"]) => Promise<CurrentUser>;
    /** Signs in with the token of a link. */
    readonly verifyLink: (token: string) => Promise<CurrentUser>;
    /** Signs in with a password, where the server allows them. */
    readonly signIn: (credentials: CallOf<"signIn">["body"]) => Promise<CurrentUser>;
    /** Signs in with a passkey alone. */
    readonly signInWithPasskey: (body: CallOf<"signInWithPasskey">["body"]) => Promise<CurrentUser>;
    /** Signs in with what a provider gave. */
    readonly signInSocially: (grant: CallOf<"socialSignIn">["body"]) => Promise<CurrentUser>;
    /** Signs in to the one room of a guest link. */
    readonly enterAsGuest: (guest: CallOf<"guestSignIn">["body"]) => Promise<CurrentUser>;
    /**
     * Signs out here, in the other tabs and, when it can be reached, on the server; never fails. With `everywhere` on all devices
     * of the person: that fails where the server cannot be told, and nobody is signed out then.
     */
    readonly signOut: (options?: { readonly everywhere?: boolean }) => Promise<void>;
    /** Deletes the account of the signed-in person, who has it back by signing in within some days; nothing of it stays here. */
    readonly deleteAccount: (messages: MessageFate, elevation: string) => Promise<void>;
  };
  readonly users: {
    /** The signed-in person as the server has them now; also renews `session`. */
    readonly me: () => Promise<CurrentUser>;
    /** Changes what is given, nothing else. */
    readonly update: (changes: CallOf<"updateMe">["body"]) => Promise<CurrentUser>;
  };
  readonly workspaces: Workspaces;
  /** Settings of the server that screens need before anybody has signed in. */
  readonly config: () => Promise<PublicConfig>;
  readonly close: () => void;
}

/** An account with what the chat uses of it. */
export interface AccountWithTokens extends Account {
  readonly tokens: Session;
  readonly exchange: Http["exchange"];
  readonly runtime: Runtime;
  readonly baseUrl: string;
  readonly connectionId: () => string;
  /** The workspace that the state of the chat is of: where the channel entered, and before that where the token leads, if it says so. */
  readonly workspaceId: () => WorkspaceId | undefined;
  /** Hears when that may have changed. */
  readonly place: Store<Place | undefined>;
  /** The state is of this one from now on. */
  readonly enterWorkspace: (place: Place) => void;
  /** Runs before a sign-out that the person asked for: what must not stay on this device. */
  readonly onSignOut: (task: SignOutTask) => void;
}

interface Place {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
}

type SignOutTask = (user: CurrentUser) => Promise<void>;

/** Sign-in, tokens and the person: works alone, without anything of the chat. */
export function createAccount(options: AccountOptions = {}): AccountWithTokens {
  const { baseUrl = "", runtime = systemRuntime() } = options;
  const connectionId = () => readConnectionId(runtime.storage, runtime.uuid);
  const tokens: Session = new Session(runtime, refresh);
  const place = createStore<Place | undefined>(undefined);
  const holder = () => tokens.store.getSnapshot().user?.id;
  const workspaceId = () => {
    const entered = place.getSnapshot();
    return entered?.userId === holder() ? entered?.workspaceId : workspaceOf(tokens.accessToken);
  };
  const { call, exchange } = createHttp({
    baseUrl,
    runtime,
    connectionId,
    holder,
    workspaceId,
    getAccessToken: async () => {
      await workspaces.settled();
      return tokens.ensureValid();
    },
    onUnauthorized: (used) => tokens.replace(used),
    onRefused: (used) => tokens.refuse(used),
    onServerTime: (at) => tokens.noteServerTime(at),
  });
  const workspaces = createWorkspaces({ tokens, call, runtime, workspaceId });
  const signOutTasks: SignOutTask[] = [];
  const begin = (reply: SignedIn) => signIn(tokens, runtime.storage, reply);
  const { asked, complete } = createSecondFactors(call, begin);

  function refresh(
    refreshToken: string,
    limits: Pick<CallOptions, "timeoutMs">,
  ): Promise<ReplyOf<"refreshTokens">> {
    return call("refreshTokens", { body: { refreshToken } }, limits);
  }

  const own = { tokens, exchange, runtime, baseUrl, connectionId, workspaceId, place };
  return {
    session: tokens.store,
    secondFactor: asked,
    call,
    auth: {
      sendOtp: (identifier) => call("sendOtp", { body: { identifier } }),
      verifyOtp: async (body) => complete(await call("verifyOtp", { body })),
      verifyLink: async (token) => complete(await call("verifyLink", { body: { token } })),
      signIn: async (body) => complete(await call("signIn", { body })),
      signInWithPasskey: async (body) => begin(await call("signInWithPasskey", { body })),
      signInSocially: async (body) => complete(await call("socialSignIn", { body })),
      enterAsGuest: async (body) => begin(await call("guestSignIn", { body })),
      signOut: ({ everywhere = false } = {}) =>
        signOut({ tokens, call, tasks: signOutTasks }, everywhere),
      deleteAccount: async (messages, elevation) => {
        const { user } = tokens.store.getSnapshot();
        if (!user) throw notAuthenticated();
        const input = { params: { sessionUserId: user.id }, body: { messages } };
        await call("deleteUser", input, { elevation });
        tokens.end("deletion");
        await Promise.allSettled(signOutTasks.map((task) => task(user)));
      },
    },
    users: {
      async me() {
        requireUser(tokens);
        const user = await call("getMe", {});
        tokens.setUser(user);
        return user;
      },
      async update(body) {
        requireUser(tokens);
        // There and back within two seconds is no double click.
        const user = await call("updateMe", { body }, { idempotencyKey: "none" });
        tokens.setUser(user);
        return user;
      },
    },
    workspaces,
    config: () => call("getPublicConfig", {}),
    close: () => tokens.close(),
    ...own,
    enterWorkspace: (entered) => place.update(() => entered),
    onSignOut: (task) => void signOutTasks.push(task),
  };
}

function signIn(tokens: Session, storage: KeyValueStorage, reply: SignedIn): CurrentUser {
  rememberOrganization(storage, reply.currentOrg);
  tokens.begin(reply);
  return reply.user;
}

function requireUser(tokens: Session): void {
  if (!tokens.accessToken) throw notAuthenticated("User is not authenticated");
}

async function signOut(
  parts: {
    readonly tokens: Session;
    readonly call: Http["call"];
    readonly tasks: readonly SignOutTask[];
  },
  everywhere: boolean,
): Promise<void> {
  const { tokens, call, tasks } = parts;
  const { accessToken, refreshToken } = tokens;
  const { user } = tokens.store.getSnapshot();
  const isSignedIn = accessToken && refreshToken && user;
  if (isSignedIn && everywhere) await call("logout", { body: { everywhere, refreshToken } });
  tokens.end("sign-out");
  if (!isSignedIn) return;
  // Gone here in any case; the session on the server ends by itself at the latest.
  await Promise.allSettled([
    ...tasks.map((task) => task(user)),
    ...(everywhere
      ? []
      : [call("logout", { body: { everywhere, refreshToken } }, { accessToken })]),
  ]);
}
