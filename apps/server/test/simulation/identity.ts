import type { CurrentUser, SessionId, UserId } from "@colbin/protocol";
import type { Actor, Authenticator } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { handleOf } from "./database.ts";
import type { Store } from "./store.ts";

/** Who somebody is, as far as sockets and calls must know. */
interface Person {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly name: string;
}

interface Token {
  readonly person: Person;
  readonly expiresAt: number;
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

/** Tokens and tickets as the database holds them, without the cryptography. */
export class Identity {
  readonly #store: Store;
  readonly #tokenMs: number;
  readonly #tokens = new Map<string, Token>();
  readonly #refreshes = new Map<string, Person>();
  readonly #tickets = new Map<string, Token>();
  #made = 0;

  constructor(store: Store, tokenMs: number) {
    this.#store = store;
    this.#tokenMs = tokenMs;
  }

  signIn(userId: UserId, sessionId: SessionId, name: string): TokenPair {
    return this.#issue({ userId, sessionId, name });
  }

  refresh(token: string): TokenPair {
    const person = this.#refreshes.get(token);
    if (!person) throw new AppError("UNAUTHORIZED");
    return this.#issue(person);
  }

  createTicket(actor: Actor): { ticket: string; expires: string } {
    this.#made += 1;
    const ticket = `wst_${this.#made}`;
    const expiresAt = this.#store.scheduler.now + TICKET_MS;
    const person = {
      userId: actor.userId,
      sessionId: actor.sessionId,
      name: actor.fullName,
    };
    this.#tickets.set(ticket, { person, expiresAt });
    return { ticket, expires: new Date(expiresAt).toISOString() };
  }

  actorOf(accessToken: string): Actor {
    const token = this.#tokens.get(accessToken);
    if (!token) throw new AppError("UNAUTHORIZED");
    if (token.expiresAt <= this.#store.scheduler.now) throw new AppError("TOKEN_EXPIRED");
    return this.#toActor(token.person, token.expiresAt);
  }

  /** As one process asks: each question is a statement. */
  authenticatorFor(db: unknown): Authenticator {
    const handle = handleOf(db);
    return {
      byAccessToken: (token) => handle.run(() => this.actorOf(token)),
      byTicket: (ticket) =>
        handle.run(() => {
          const known = this.#tickets.get(ticket);
          this.#tickets.delete(ticket);
          if (!known || known.expiresAt <= this.#store.scheduler.now)
            throw new AppError("UNAUTHORIZED");
          return this.#toActor(known.person, this.#store.scheduler.now + this.#tokenMs);
        }),
    };
  }

  #issue(person: Person): TokenPair {
    this.#made += 1;
    const { now } = this.#store.scheduler;
    const expiresAt = now + this.#tokenMs;
    const access = `access-${this.#made}`;
    const refresh = `refresh-${this.#made}`;
    this.#tokens.set(access, { person, expiresAt });
    this.#refreshes.set(refresh, person);
    return {
      user: toUser(person),
      tokens: {
        access: { token: access, expires: new Date(expiresAt).toISOString() },
        refresh: { token: refresh, expires: new Date(now + REFRESH_MS).toISOString() },
      },
    };
  }

  #toActor({ userId, sessionId, name }: Person, expiresAt: number): Actor {
    return {
      userId,
      sessionId,
      workspaceId: this.#store.workspaceId,
      accountType: "PERSONAL",
      role: "USER",
      fullName: name,
      avatarUrl: null,
      refreshDelivery: "body",
      expiresAt: new Date(expiresAt),
    };
  }
}

/** Only what the client reads of its own person. */
function toUser({ userId, name }: Person): CurrentUser {
  return { id: userId, fullName: name, avatar_url: null } as unknown as CurrentUser;
}
