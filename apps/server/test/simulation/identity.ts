import type { CurrentUser, ErrorCode, SessionId, UserId } from "@colbin/protocol";
import type { Actor, Authenticator } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { handleOf } from "./database.ts";
import type { Store } from "./store.ts";

/** Who somebody is, as far as sockets and calls must know, and how long what they show is good. */
interface Shown {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly name: string;
  readonly until: number;
}

export interface TokenPair {
  readonly user: CurrentUser;
  readonly tokens: {
    readonly access: { readonly token: string; readonly expires: string };
    readonly refresh: { readonly token: string; readonly expires: string };
  };
}

const TICKET_MS = 30_000;
const REFRESH_MS = 7 * 24 * 3_600_000;

/** Tokens and tickets as the database holds them, without the cryptography: each names who shows it and until when. */
export class Identity {
  readonly #store: Store;
  readonly #tokenMs: number;
  readonly #shown = new Map<string, Shown>();

  constructor(store: Store, tokenMs: number) {
    this.#store = store;
    this.#tokenMs = tokenMs;
  }

  signIn(who: Pick<Shown, "userId" | "sessionId" | "name">): TokenPair {
    const access = this.#issue("access", who, this.#tokenMs);
    const refresh = this.#issue("refresh", who, REFRESH_MS);
    // Only what the client reads of its own person.
    const user = { id: who.userId, fullName: who.name, avatar_url: null };
    return { user: user as unknown as CurrentUser, tokens: { access, refresh } };
  }

  refresh(token: string): TokenPair {
    return this.signIn(this.#find(token));
  }

  createTicket({ userId, sessionId, fullName: name }: Actor): { ticket: string; expires: string } {
    const { token, expires } = this.#issue("wst_", { userId, sessionId, name }, TICKET_MS);
    return { ticket: token, expires };
  }

  actorOf(accessToken: string): Actor {
    const shown = this.#find(accessToken, "TOKEN_EXPIRED");
    return this.#toActor(shown, shown.until);
  }

  /** As one process asks: each question is a statement. */
  authenticatorFor(db: unknown): Authenticator {
    const handle = handleOf(db);
    return {
      byAccessToken: (token) => handle.run(() => this.actorOf(token)),
      again: (actor) => handle.run(() => actor),
      byApiKey: () => Promise.reject(new AppError("UNAUTHORIZED")),
      byCookie: () => Promise.reject(new AppError("UNAUTHORIZED")),
      byTicket: (ticket) =>
        handle.run(() => {
          const shown = this.#find(ticket);
          this.#shown.delete(ticket);
          return this.#toActor(shown, this.#store.scheduler.now + this.#tokenMs);
        }),
    };
  }

  #find(token: string, late: ErrorCode = "UNAUTHORIZED"): Shown {
    const shown = this.#shown.get(token);
    if (!shown) throw new AppError("UNAUTHORIZED");
    if (shown.until <= this.#store.scheduler.now) throw new AppError(late);
    return shown;
  }

  #issue(kind: string, who: Omit<Shown, "until">, forMs: number) {
    const until = this.#store.scheduler.now + forMs;
    const token = `${kind}${this.#shown.size}-${until}`;
    this.#shown.set(token, { ...who, until });
    return { token, expires: new Date(until).toISOString() };
  }

  #toActor({ userId, sessionId, name }: Omit<Shown, "until">, until: number): Actor {
    return {
      userId,
      sessionId,
      workspaceId: this.#store.workspaceId,
      accountType: "PERSONAL",
      workspaceRole: "MEMBER",
      instanceRole: "USER",
      boundRoomId: null,
      fullName: name,
      avatarUrl: null,
      refreshDelivery: "body",
      expiresAt: new Date(until),
    };
  }
}
