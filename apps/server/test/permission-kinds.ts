import type { RoomAccessType } from "@colbin/protocol";

/* The words of the permission matrix: who calls, and what stands where nothing is said of a kind of caller. */

/** Role and status in the workspace; `LINK` is a link guest, `null` is somebody of another one, or nobody at all. */
type Membership = "OWNER" | "ADMIN" | "MEMBER" | "GUEST" | "LINK" | "SUSPENDED" | null;
type Standing = "OWNER" | "ADMIN" | "WRITE" | "COMMENT" | "READ" | "REMOVED" | "BANNED" | "none";

/** Kinds of caller. What cannot differ stands for others: a level counts the same for every role but a guest's without one. */
export const kinds = {
  OWN: ["MEMBER", "OWNER"],
  ADM: ["MEMBER", "ADMIN"],
  WRI: ["MEMBER", "WRITE"],
  COM: ["MEMBER", "COMMENT"],
  REA: ["MEMBER", "READ"],
  MEM: ["MEMBER", "none"],
  REM: ["MEMBER", "REMOVED"],
  BAN: ["MEMBER", "BANNED"],
  /** Those who lead the workspace open no room by that. */
  WOW: ["OWNER", "none"],
  WAD: ["ADMIN", "none"],
  GIN: ["GUEST", "WRITE"],
  GST: ["GUEST", "none"],
  /** Came by a guest link: their session is bound to the room. */
  LNK: ["LINK", "WRITE"],
  /** Member of another workspace, where their token leads. */
  OUT: [null, "none"],
  SUS: ["SUSPENDED", "WRITE"],
  BLK: ["MEMBER", "WRITE"],
  ANO: [null, "none"],
} as const satisfies Readonly<Record<string, readonly [Membership, Standing]>>;
export type Kind = keyof typeof kinds;

/** They are refused before anybody looks at a room. */
const refusedKinds: readonly Kind[] = ["SUS", "BLK", "ANO"];

export const absent = "ROOM_NOT_FOUND";

/** Verdicts where none is named. `in`: whoever is in the room. */
const usual = {
  in: "ok",
  MEM: absent,
  GST: absent,
  /** But for what their one room needs (rules-identity 24). */
  LNK: "FORBIDDEN",
  SUS: "WORKSPACE_ACCESS_LOST",
  /** Blocking ends the sessions of the account (rules-identity 39). */
  BLK: "SESSION_ENDED",
  ANO: "UNAUTHORIZED",
} as const;

/** Whose verdict counts where none is named for a kind. */
const like: Readonly<Record<Exclude<Kind, keyof typeof usual>, Kind | "in">> = {
  OWN: "in",
  ADM: "in",
  WRI: "in",
  COM: "in",
  REA: "in",
  GIN: "WRI",
  REM: "MEM",
  BAN: "REM",
  WOW: "MEM",
  WAD: "MEM",
  OUT: "GST",
};

export type Verdicts = Readonly<Partial<Record<Kind | "in", string>>>;
/** An operation that is about no room has one set of verdicts. */
export type Row = Verdicts | Readonly<Record<RoomAccessType, Verdicts>>;

function verdictOf(verdicts: Verdicts, kind: Kind | "in"): string {
  return (
    verdicts[kind] ??
    (kind in usual
      ? usual[kind as keyof typeof usual]
      : verdictOf(verdicts, like[kind as keyof typeof like]))
  );
}

export interface Cell {
  readonly type: RoomAccessType;
  readonly kind: Kind;
  readonly expected: string;
}

/** Every cell of a row. */
export function cells(row: Row): Cell[] {
  const byType = "PUBLIC" in row ? row : { PUBLIC: row };
  return (Object.entries(byType) as [RoomAccessType, Verdicts][]).flatMap(([type, verdicts]) =>
    (Object.keys(kinds) as Kind[])
      .filter((kind) => type === "PUBLIC" || !refusedKinds.includes(kind))
      .map((kind) => ({ type, kind, expected: verdictOf(verdicts, kind) })),
  );
}

/** The same in rooms that members see, and nothing for them in a PRIVATE one. */
export function seen(verdicts: Verdicts): Row {
  const { MEM: _member, BAN: _banned, ...hidden } = verdicts;
  return { PUBLIC: verdicts, PROTECTED: verdicts, PRIVATE: hidden };
}
