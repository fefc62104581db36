import type { CommentId, FileId, MessageId, VersionId } from "@colbin/protocol";
import { createPath, useLocation, type Location } from "react-router";
import { guardedHistory, place } from "./history.ts";
import { whenOnPage } from "./layers.ts";

/** Each side with the function that reads its place, the text after the colon of the address; undefined where there is no such place. */
const parsers = {
  /** The comments of the document that is on the screen, at one of them, or where a new one is written. */
  comments: (text): CommentId | "" | "new" | undefined =>
    text === "" || text === "new" ? text : isId(text) ? (text as CommentId) : undefined,
  /** The details of the room that is on the screen, at a tab. */
  details: oneOf("about", "members", "files", "documents", "requests", "reports", "settings"),
  /** A file, wherever it is listed. */
  file: (text): FileId | undefined => (isId(text) ? (text as FileId) : undefined),
  /** The pinned messages of the room that is on the screen. */
  pins: oneOf(""),
  shortcuts: oneOf(""),
  /** The thread of a message, which may be a reply of it. */
  thread: (text): MessageId | undefined => (isId(text) ? (text as MessageId) : undefined),
  /** The versions of the document that is on the screen, or one of them. */
  versions: (text): VersionId | "" | undefined =>
    text === "" ? "" : isId(text) ? (text as VersionId) : undefined,
} satisfies Record<string, (text: string) => string | undefined>;

export type SideName = keyof typeof parsers;
export type SidePlace<N extends SideName> = NonNullable<ReturnType<(typeof parsers)[N]>>;

/** A second sheet beside the page, as the address names it: `?side=details:members`. */
export type Side = { [N in SideName]: { readonly name: N; readonly at: SidePlace<N> } }[SideName];

/** The props of the sheet that shows a side. */
export interface SideProps<N extends SideName> {
  readonly at: SidePlace<N>;
  readonly onClose: () => void;
}

/** Goes with an entry of the history: the entry before it is the same page without the side. */
interface Opened {
  readonly isSideStep: true;
}

/** The side that this part of an address names; a side that is unknown or malformed is none. */
function readSide(search: string): Side | undefined {
  const [name = "", text = ""] = new URLSearchParams(search).get("side")?.split(/:(.*)/s) ?? [];
  if (!Object.hasOwn(parsers, name)) return undefined;
  const at = parsers[name as SideName](text);
  return at === undefined ? undefined : ({ name, at } as Side);
}

/** The page and the side of an address, at whichever place that is. */
export function sideKey({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  return `${pathname} ${readSide(search)?.name}`;
}

/** The open side. */
export function useSide(): Side | undefined {
  return readSide(useLocation().search);
}

/** A path of the app with this side beside it. */
export function sidePath(pathname: string, { name, at }: Side): string {
  return `${pathname}?side=${at === "" ? name : `${name}:${encodeURIComponent(at)}`}`;
}

/** Opens a side beside the page, in the place of another one that is open. The way back closes it. */
export function openSide(side: Side): void {
  const { location } = place.getSnapshot();
  const to = withSide(location, side);
  if (readSide(location.search)) guardedHistory.replace(to, location.state);
  else guardedHistory.push(to, { ...stateOf(location), isSideStep: true } satisfies Opened);
}

/** As openSide, in the place of the page that is shown: the way back does not come to that. */
export function turnToSide(side: Side): void {
  const { location } = place.getSnapshot();
  guardedHistory.replace(withSide(location, side), location.state);
}

/** Closes the open side, if no guard stays there. */
export function closeSide(): void {
  whenOnPage(() => {
    const { location } = place.getSnapshot();
    if (!readSide(location.search)) return;
    if ("isSideStep" in stateOf(location)) guardedHistory.go(-1);
    else guardedHistory.replace(withSide(location), location.state);
  });
}

export function toggleSide(side: Side): void {
  const open = readSide(place.getSnapshot().location.search);
  // Another thread takes the place of the one that is open.
  const isOpen = open?.name === side.name && (side.name !== "thread" || open.at === side.at);
  if (isOpen) closeSide();
  else openSide(side);
}

function withSide({ pathname, search }: Location, side?: Side): string {
  const query = new URLSearchParams(search);
  query.delete("side");
  // The room has opened at this message; it would do so once more with each step.
  query.delete("message");
  const rest = query.toString();
  if (!side) return createPath({ pathname, search: rest });
  return `${sidePath(pathname, side)}${rest && `&${rest}`}`;
}

function stateOf({ state }: Location): object {
  return (state as object | null) ?? {};
}

function isId(text: string): boolean {
  return /^[0-9a-f-]{36}$/.test(text);
}

function oneOf<T extends string>(first: T, ...others: readonly T[]) {
  return (text: string): T | undefined =>
    text === "" ? first : others.concat(first).find((each) => each === text);
}
