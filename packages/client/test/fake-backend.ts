import type { ClientFrame, CurrentUser, ServerFrame, Tokens, WorkspaceId } from "@colbin/protocol";
import type { Bytes, RawSocketHandlers } from "../src/runtime.ts";
import type { FakeRoom } from "./fake-room.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** A socket as the server sees it. */
export interface FakeSocket {
  readonly user: CurrentUser;
  readonly handlers: RawSocketHandlers;
  readonly received: ClientFrame[];
  readonly url: string;
  isReady: boolean;
  isClosed: boolean;
}

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** In the place of a body. */
  readonly bytes?: Bytes;
}

export interface FakeReply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The socket that sent what is published: its copy carries the requestId. */
export interface Origin {
  readonly socket: FakeSocket;
  readonly requestId: string;
}

/** What the answers to calls and frames are made from. */
export interface FakeBackend {
  readonly time: VirtualTime;
  readonly rooms: ReadonlyMap<string, FakeRoom>;
  readonly requests: readonly FakeRequest[];
  readonly accessTokens: ReadonlyMap<string, CurrentUser>;
  readonly refreshTokens: Map<string, CurrentUser>;
  readonly tickets: Map<string, CurrentUser>;
  readonly open: readonly FakeSocket[];
  readonly logEpoch: string;
  /** Told with the list: how far the server is with what concerns the person alone. */
  readonly personal: { readonly personalRev?: number };
  readonly webBuild: string;
  readonly workspaceId: WorkspaceId;
  readonly deliver: (socket: FakeSocket, frame: ServerFrame) => void;
  issueTokens(user: CurrentUser): Tokens;
  room(slug: string, ...members: CurrentUser[]): FakeRoom;
  publish(room: FakeRoom, change: () => void, origin?: Origin): void;
  sendNow(socket: FakeSocket, frame: ServerFrame): void;
}
