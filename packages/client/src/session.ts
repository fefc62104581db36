import {
  TOKEN_ENSURE_VALID_MS,
  TOKEN_REFRESH_LEAD_MS,
  type CurrentUser,
  type Tokens,
} from "@colbin/protocol";
import { notAuthenticated, toApiError } from "./api-error.ts";
import { backOffMs } from "./back-off.ts";
import type { Runtime, Timer } from "./runtime.ts";
import { storageKeys } from "./storage.ts";
import { createStore, type Store } from "./store.ts";
import {
  clearSession,
  readSession,
  toStoredSession,
  writeSession,
  type StoredSession,
} from "./stored-session.ts";

/** Why nobody is signed in any more: the person left, or deleted their account, or the server ended it; or a link guest is out. */
export type SessionEnd = "sign-out" | "deletion" | "server" | "guest";

export interface SessionState {
  readonly isAuthenticated: boolean;
  readonly user: CurrentUser | null;
  readonly endedBy: SessionEnd | null;
}

export interface SignedInReply {
  readonly user: CurrentUser;
  readonly tokens: Tokens;
}

/** The call that gives new tokens for a refresh token. */
type Exchange = (
  refreshToken: string,
  options: { readonly timeoutMs?: number },
) => Promise<SignedInReply>;

type TokenListener = (token: string) => void;

const signedOut: SessionState = { isAuthenticated: false, user: null, endedBy: null };

/** Held by the one tab that asks for tokens. */
export const REFRESH_LOCK = "colbin-refresh";
/** However wrong the clock of this device is, a refresh never follows another within this time. */
const REFRESH_PAUSE_MS = 30_000;
/**
 * Where the answer to a refresh is lost, the server takes the old token for 10 s more (rules-identity 35), so one must ask
 * again within them. Every other time: a server that is merely slow must be able to answer.
 */
const REFRESH_TIMEOUT_MS = 4_000;

/**
 * The tokens of one person, shared by all tabs through the storage. Refreshed 5 minutes before expiry; one refresh at a
 * time over all tabs; only a 400 or 401 ends the session, never the network (rules-identity 35, 36).
 */
export class Session {
  readonly #runtime: Runtime;
  readonly #exchange: Exchange;
  readonly #store = createStore<SessionState>(signedOut);
  readonly #tokenListeners = new Set<TokenListener>();
  readonly #stops: (() => void)[];
  #current: StoredSession | undefined;
  #clockAheadMs = 0;
  #receivedAt = 0;
  #failures = 0;
  #isServerSlow = false;
  #timer: Timer | undefined;
  #refreshing: Promise<string | null> | undefined;

  constructor(runtime: Runtime, exchange: Exchange) {
    this.#runtime = runtime;
    this.#exchange = exchange;
    const stored = this.#read();
    // The stored session is of unknown age: it may be due at once.
    if (stored) this.#adopt(stored, Number.NEGATIVE_INFINITY);
    this.#stops = [
      runtime.storage.subscribe((key) => this.#follow(key)),
      // A device that slept has late timers.
      runtime.onSignal(() => this.#schedule()),
    ];
  }

  get store(): Store<SessionState> {
    return this.#store;
  }

  get accessToken(): string | null {
    return this.#current?.accessToken ?? null;
  }

  /** As all tabs share it: this one may not have heard of it yet. */
  get storedToken(): string | undefined {
    return this.#read()?.accessToken;
  }

  get refreshToken(): string | null {
    return this.#current?.refreshToken ?? null;
  }

  /** Tokens of a sign-in or a refresh: stored, told to the other tabs, refreshed in time. */
  begin(reply: SignedInReply): void {
    const next = toStoredSession(reply, this.#runtime.now(), this.#clockAheadMs);
    writeSession(this.#runtime.storage, next);
    this.#adopt(next);
  }

  /** Forgets everything of the person, in all tabs. */
  end(by: SessionEnd): void {
    clearSession(this.#runtime.storage, by === "server");
    this.#forget(by);
  }

  /** A token that is good for 30 s at least; refreshes when less is left. Throws 'Not authenticated' without a session. */
  async ensureValid(): Promise<string> {
    const now = this.#runtime.now();
    if (!this.#current) throw notAuthenticated();
    const { accessToken, expiresAt } = this.#current;
    const isNew = now - this.#receivedAt < REFRESH_PAUSE_MS;
    if (isNew || expiresAt - now > TOKEN_ENSURE_VALID_MS) return accessToken;
    try {
      const token = await this.#refresh(accessToken);
      if (token) return token;
    } catch (cause) {
      // Not refreshed, but not yet expired either: the request may still pass.
      if (expiresAt > this.#runtime.now() && this.#current) return this.#current.accessToken;
      throw cause;
    }
    throw notAuthenticated();
  }

  /** A token other than this one, which the server refused; null when the session has ended. */
  async replace(refused: string): Promise<string | null> {
    if (!this.#current) return null;
    const { accessToken } = this.#current;
    return accessToken === refused ? this.#refresh(refused) : accessToken;
  }

  /** The server refused this token although it is new: nobody is signed in (specification, section 4). */
  refuse(token: string): void {
    if (this.#current?.accessToken === token) this.end("server");
  }

  setUser(user: CurrentUser): void {
    if (this.#current?.user.id !== user.id) return;
    this.#runtime.storage.set(storageKeys.user, JSON.stringify(user));
    this.#adopt({ ...this.#current, user });
  }

  /** Called with each new access token, also one that another tab fetched. */
  onToken(listener: TokenListener): () => void {
    this.#tokenListeners.add(listener);
    return () => this.#tokenListeners.delete(listener);
  }

  /** Expiry is a time of the server; a clock that is wrong here must not refresh for ever or never. */
  noteServerTime(at: number): void {
    this.#clockAheadMs = Math.round(this.#runtime.now() - at);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#timer?.cancel();
  }

  #read(): StoredSession | undefined {
    return readSession(this.#runtime.storage, this.#runtime.now());
  }

  #adopt(next: StoredSession, receivedAt = this.#runtime.now()): void {
    const isOtherToken = next.accessToken !== this.#current?.accessToken;
    this.#current = next;
    this.#failures = 0;
    this.#isServerSlow = false;
    if (isOtherToken) this.#receivedAt = receivedAt;
    this.#store.update((state) =>
      JSON.stringify(state.user) === JSON.stringify(next.user)
        ? state
        : { isAuthenticated: true, user: next.user, endedBy: null },
    );
    this.#schedule();
    if (isOtherToken) for (const listener of this.#tokenListeners) listener(next.accessToken);
  }

  #forget(by: SessionEnd): void {
    this.#timer?.cancel();
    // The person is told of their own act, also where the server ended the session first.
    const { endedBy: before } = this.#store.getSnapshot();
    if (!this.#current && (by === "server" || before === "guest")) return;
    const endedBy = this.#current?.user.role === "GUEST" ? "guest" : by;
    this.#current = undefined;
    this.#store.update(() => ({ ...signedOut, endedBy }));
  }

  #schedule(): void {
    this.#timer?.cancel();
    if (!this.#current) return;
    const { accessToken, expiresAt } = this.#current;
    const due = Math.max(expiresAt - TOKEN_REFRESH_LEAD_MS, this.#receivedAt + REFRESH_PAUSE_MS);
    const delay =
      this.#failures > 0
        ? backOffMs(this.#failures, this.#runtime.random)
        : Math.max(0, due - this.#runtime.now());
    this.#timer = this.#runtime.startTimer(() => {
      // A failure has scheduled the next try already.
      this.#refresh(accessToken).catch(() => undefined);
    }, delay);
  }

  #refresh(stale: string): Promise<string | null> {
    this.#refreshing ??= this.#runtime.locks
      .run(REFRESH_LOCK, () => this.#exchangeOnce(stale))
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  /** Runs under the lock of all tabs: what is stored may be newer than what this tab knew when it asked. */
  async #exchangeOnce(stale: string): Promise<string | null> {
    const stored = this.#read();
    if (!stored) {
      this.#forget("server");
      return null;
    }
    const left = stored.expiresAt - this.#runtime.now();
    if (stored.accessToken !== stale && left > TOKEN_ENSURE_VALID_MS) {
      this.#adopt(stored);
      return stored.accessToken;
    }
    try {
      const options = this.#isServerSlow ? {} : { timeoutMs: REFRESH_TIMEOUT_MS };
      const reply = await this.#exchange(stored.refreshToken, options);
      // Somebody signed out, or in as another, in the meantime: that counts.
      if (this.storedToken === stored.accessToken) this.begin(reply);
    } catch (cause) {
      const error = toApiError(cause);
      if (error.status !== 400 && error.status !== 401) {
        this.#failures += 1;
        this.#isServerSlow = error.code === "TIMEOUT";
        this.#schedule();
        throw error;
      }
      if (this.storedToken === stored.accessToken) this.end("server");
    }
    return this.accessToken;
  }

  #follow(key: string | null): void {
    const stored = this.#read();
    // Another person's user arrives before their token, and counts with it.
    const isOwnUser = key === storageKeys.user && stored?.user.id === this.#current?.user.id;
    if (key !== null && key !== storageKeys.accessToken && !isOwnUser) return;
    if (stored) this.#adopt(stored);
    else if (!this.#runtime.storage.get(storageKeys.accessToken)) this.#forget("sign-out");
  }
}
