import { createStore } from "@colbin/client";
import type { MessageId, RoomId } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { keepInTab, readInTab } from "./tab-storage.ts";
import type { Key } from "./schema.ts";
import { device } from "./store.ts";

/** A composer: of a room, or of a thread in it. */
export interface ComposerPlace {
  readonly room: RoomId;
  readonly thread?: MessageId | undefined;
}

/** A place with a draft of its own: a composer, or an own message that is being changed. */
export type DraftPlace = ComposerPlace | { readonly edit: MessageId };

/** The message that the next one is to quote stands beside the draft. */
type KeptPlace = DraftPlace | { readonly quote: ComposerPlace };

/** Names a place among all of the workspace. */
export function draftName(place: KeptPlace): string {
  if ("quote" in place) return `quote:${draftName(place.quote)}`;
  if ("edit" in place) return `edit:${place.edit}`;
  const { room, thread } = place;
  return thread === undefined ? `room:${room}` : `thread:${room}:${thread}`;
}

/** The composer of this name; undefined for any other place. */
export function composerOf(name: string): ComposerPlace | undefined {
  const [kind, room, thread] = name.split(":") as [string, RoomId?, MessageId?];
  if (kind === "room" && room !== undefined) return { room };
  return kind === "thread" && room !== undefined && thread !== undefined
    ? { room, thread }
    : undefined;
}

interface Carried {
  readonly key: Key;
  /** Absent where the draft has ended. */
  readonly text?: string | undefined;
}

/** A draft that was sent, or thrown away, with its last text. */
interface Ended {
  readonly key: Key;
  readonly text: string;
}

const table = "drafts";
/** In the session of the tab, which outlives a reload. */
const CARRIED_KEY = "drafts";
/** With the time that writing takes it is on the device 300 ms after a key. */
const WRITE_DELAY_MS = 250;

/** Drafts that were written in this tab. A text of another tab never comes in under the hands of the person. */
export const drafts = createStore<ReadonlyMap<string, string>>(new Map());
/** Changed, and not yet on the device. */
const unwritten = new Map<string, Key>();
/** Texts that this tab has read or written last: any other text on the device is one of another tab. */
const known = new Map<string, string>();
/** From tab to tab. */
const endings = new BroadcastChannel("colbin-drafts");
let timer: ReturnType<typeof setTimeout> | undefined;
let person = account.session.getSnapshot().user?.id;
let reading: Promise<void> | undefined;
let writing = Promise.resolve();

/** The text that the person has in this place of the workspace where they are; undefined where no draft is begun. */
export function readDraft(place: KeptPlace): string | undefined {
  return textOf(toKey(place));
}

/** Keeps the text in the place of the one before, within 300 ms on the device too; undefined ends the draft, at once. */
export function writeDraft(place: KeptPlace, text: string | undefined): void {
  keep(toKey(place), text);
}

/** A text that is not sent after all stands in its place again, before the text that has come since. */
export function putBack(place: DraftPlace, text: string): void {
  const texts = [text, readDraft(place)].filter(Boolean);
  writeDraft(place, texts.join("\n") || undefined);
}

/** The names of the places of the workspace where something is begun; with a beginning, what follows on it. */
export function listBegun(beginning = ""): string[] {
  const prefix = String([person ?? "", account.workspaceId() ?? "", beginning]);
  const names = [...drafts.getSnapshot().keys()].filter((name) => name.startsWith(prefix));
  return names.map((name) => name.slice(prefix.length));
}

/** All that is written in this tab and not sent. */
export function listDrafts(): string[] {
  const written = [...drafts.getSnapshot()].filter(([key, text]) => text !== "" && isText(key));
  return written.map(([, text]) => text);
}

/** Settles when the drafts of the person who is signed in are there, or soon where the device does not give them. */
export function whenDraftsRead(): Promise<void> {
  reading ??= person === undefined ? Promise.resolve() : readSoon(person);
  return reading;
}

/** Drafts that another tab holds up are shown when they come, where nothing is written by then. */
async function readSoon(userId: string): Promise<void> {
  const read = readAll(userId);
  await device.whenUsable();
  if (!device.isMemory()) await read;
}

function toKey(place: KeptPlace): Key {
  return [person ?? "", account.workspaceId() ?? "", draftName(place)];
}

/** A quote alone is no text of the person. */
function isText(key: string): boolean {
  return !key.includes(",quote:");
}

function textOf(key: Key): string | undefined {
  return drafts.getSnapshot().get(String(key));
}

function keep(key: Key, text: string | undefined): void {
  show(key, text);
  unwritten.set(String(key), key);
  if (text === undefined) void whenDraftsWritten();
  else timer ??= setTimeout(() => void whenDraftsWritten(), WRITE_DELAY_MS);
}

function show(key: Key, text: string | undefined): void {
  drafts.update((before) => {
    const next = new Map(before);
    if (text === undefined) next.delete(String(key));
    else next.set(String(key), text);
    return next;
  });
}

async function readAll(userId: string): Promise<void> {
  await device.whenOpen();
  const rows = await device.read(table, [userId]).catch(() => []);
  if (person !== userId) return;
  for (const { key, value } of rows) {
    const { text } = value as { readonly text: string };
    known.set(String(key), text);
    const isOwn = unwritten.has(String(key)) || textOf(key) !== undefined;
    if (!isOwn) show(key, text);
  }
  const carried = (readInTab(CARRIED_KEY) ?? []) as readonly Carried[];
  for (const { key, text } of carried)
    if (key[0] === userId && !unwritten.has(String(key))) keep(key, text);
}

/** Settles when the device has what is changed until now, also of the writes before: none overtakes another, or is not counted. */
export function whenDraftsWritten(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  writing = writing.then(writeChanged);
  return writing;
}

/** A draft that the device does not take is tried again with the next text. */
async function writeChanged(): Promise<void> {
  // Another tab may have signed out, of which this one has not heard.
  if (account.tokens.storedToken === undefined) return;
  await Promise.all([...unwritten.values()].map(writeOne));
  if (unwritten.size === 0) keepInTab(CARRIED_KEY, undefined);
}

/** Until the device has the text it counts as unwritten: a page that ends meanwhile carries it. */
async function writeOne(key: Key): Promise<void> {
  const text = textOf(key);
  try {
    await write(key);
    if (textOf(key) === text) unwritten.delete(String(key));
  } catch {
    // With the next text.
  }
}

async function write(key: Key): Promise<void> {
  const text = textOf(key);
  if (text !== undefined) {
    known.set(String(key), text);
    return device.write([{ table, key, value: { text } }]);
  }
  const [row] = await device.read(table, key);
  const { text: there } = (row?.value ?? {}) as { readonly text?: string };
  // Another tab goes on with its own text there, or this one has begun another.
  if (there === undefined || there !== known.get(String(key)) || textOf(key) !== undefined) return;
  await device.write([{ table, key }]);
  endings.postMessage({ key, text: there } satisfies Ended);
}

/** The same text in another tab would be sent once more there. */
function followEnding({ data }: MessageEvent<Ended>): void {
  const { key, text } = data;
  if (textOf(key) === text && !unwritten.has(String(key))) show(key, undefined);
}

/** The write of a page that ends may be lost: after a reload this tab has it all the same. */
function carry(): void {
  if (unwritten.size === 0) return;
  const carried = [...unwritten.values()].map((key): Carried => ({ key, text: textOf(key) }));
  keepInTab(CARRIED_KEY, carried);
}

/** With the person their drafts go from this tab; those that a server has signed out find them on the device when they come back. */
function followPerson(): void {
  const { user, endedBy } = account.session.getSnapshot();
  if (user?.id === person) return;
  const before = person;
  person = user?.id;
  reading = undefined;
  clearTimeout(timer);
  timer = undefined;
  if (endedBy === "server")
    for (const key of unwritten.values()) void write(key).catch(() => undefined);
  // No guest comes back, and their last page shows them what they were writing.
  if (endedBy === "guest") void clear(before);
  else drafts.update(() => new Map());
  unwritten.clear();
  known.clear();
  keepInTab(CARRIED_KEY, undefined);
}

async function clear(userId: string | undefined): Promise<void> {
  if (userId !== undefined) await device.write([{ table, key: [userId] }]).catch(() => undefined);
}

endings.addEventListener("message", followEnding);
account.session.subscribe(followPerson);
account.onSignOut((user) => clear(user.id));
account.runtime.onSignal((signal) => {
  if (signal !== "hidden") return;
  carry();
  void whenDraftsWritten();
});
globalThis.window?.addEventListener("beforeunload", (event) => {
  if (device.isMemory() && drafts.getSnapshot().size > 0) event.preventDefault();
});
