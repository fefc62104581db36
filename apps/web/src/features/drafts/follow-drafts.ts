import {
  createStore,
  DraftSync,
  type DeviceDrafts,
  type DraftMark,
  type DraftPlace,
} from "@colbin/client";
import { createElement } from "react";
import { roomMarks } from "#web/features/sidebar/room-marks.ts";
import { withMentions } from "#web/lib/device/mention-words.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import {
  composerOf,
  draftName,
  drafts,
  listBegun,
  readDraft,
  whenDraftsRead,
  writeDraft,
  type ComposerPlace,
} from "#web/lib/device/drafts.ts";
import { savedName } from "#web/lib/device/saved-name.ts";
import { device } from "#web/lib/device/store.ts";
import { DraftPencil } from "./DraftPencil.tsx";
import { followNames, nameMentions } from "./draft-names.ts";

/** By the name of its place: the text of another device that stands beside the one in the composer. */
export const otherDrafts = createStore<ReadonlyMap<string, string>>(new Map());

const pencil = createElement(DraftPencil);

let current: Following | undefined;

interface Following {
  readonly owner: string;
  sync?: DraftSync;
  stop: () => void;
}

/** Keeps the drafts of the composers the same on all devices of the person who is signed in, in the workspace where they are. */
export function followDrafts(): void {
  const follow = (): void => {
    const owner = chat.lists.owner();
    if (current?.owner === owner) return;
    current?.stop();
    otherDrafts.update(() => new Map());
    current = { owner, stop: () => undefined };
    void start(current);
  };
  chat.store.subscribe(follow);
  follow();
}

/** The text of the other device comes into the composer; the text that was there takes its place. */
export function takeOtherDraft(place: ComposerPlace): void {
  current?.sync?.takeOther(toPlace(place));
}

export function dropOtherDraft(place: ComposerPlace): void {
  current?.sync?.dropOther(toPlace(place));
}

async function start(following: Following): Promise<void> {
  const { currentUser } = chat.store.getSnapshot();
  const workspaceId = account.workspaceId();
  // Texts of link guests stay on the device: they come back to none.
  if (!currentUser || workspaceId === undefined || currentUser.role === "GUEST") return;
  const owned = [currentUser.id, workspaceId];
  await whenDraftsRead();
  const marks = await readMarks(owned);
  if (current !== following) return;
  const sync = new DraftSync({ ...chat.lists, ...account.runtime }, toDevice(owned, marks));
  let known = listTexts();
  const stopTexts = drafts.subscribe(() => {
    const next = listTexts();
    for (const name of new Set([...known.keys(), ...next.keys()])) {
      const place = known.get(name) === next.get(name) ? undefined : composerOf(name);
      if (place) sync.changed(toPlace(place));
    }
    if (known.size !== next.size || [...next.keys()].some((name) => !known.has(name)))
      showMarks(next.keys());
    known = next;
  });
  showMarks(known.keys());
  const stopNames = followNames();
  for (const place of [...known.keys()].flatMap((name) => composerOf(name) ?? []))
    nameMentions(place);
  following.sync = sync;
  following.stop = () => {
    stopTexts();
    stopNames();
    sync.stop();
  };
}

/** The names of the rows with what the server has of the drafts begin with this. */
const savedPrefix = savedName("");

function toPlace({ room, thread }: ComposerPlace): DraftPlace {
  return { roomId: room, threadId: thread ?? null };
}

function toComposer({ roomId, threadId }: DraftPlace): ComposerPlace {
  return { room: roomId, thread: threadId ?? undefined };
}

/** The texts of the composers, by the names of their places. */
function listTexts(): ReadonlyMap<string, string> {
  const places = listBegun().flatMap((name) => composerOf(name) ?? []);
  return new Map(places.map((place) => [draftName(place), readDraft(place) ?? ""]));
}

async function readMarks(owned: readonly string[]): Promise<Map<string, DraftMark>> {
  const rows = await device.read("drafts", owned).catch(() => []);
  const marks = rows.flatMap(({ key: [, , name = ""], value }) =>
    name.startsWith(savedPrefix)
      ? [[name.slice(savedPrefix.length), value as DraftMark] as const]
      : [],
  );
  for (const [name, { other }] of marks) showOther(name, other);
  return new Map(marks);
}

/**
 * The marks are rows of the device beside the texts, so that a page that is opened anew knows which text was changed since. In the texts
 * words stand for mentions, which are known on this device alone: the server has the mentions.
 */
function toDevice(owned: readonly string[], marks: Map<string, DraftMark>): DeviceDrafts {
  return {
    places: () =>
      [...new Set([...marks.keys(), ...listTexts().keys()])].flatMap((name) => {
        const place = composerOf(name);
        return place ? [toPlace(place)] : [];
      }),
    text: (place) => withMentions(readDraft(toComposer(place)) ?? ""),
    setText(place, text) {
      const composer = toComposer(place);
      writeDraft(composer, text === "" ? undefined : text);
      nameMentions(composer);
    },
    mark: (place) => marks.get(draftName(toComposer(place))),
    setMark(place, { content, other, version }) {
      const name = draftName(toComposer(place));
      marks.set(name, { content, other, version });
      showOther(name, other);
      const key = [...owned, savedName(name)];
      const isEnded = content === "" && other === null;
      const value = isEnded ? undefined : { content, other, version };
      device.write([{ table: "drafts", key, value }]).catch(() => undefined);
    },
  };
}

/** At the rooms in whose own composer something is written. */
function showMarks(names: Iterable<string>): void {
  const rooms = Array.from(names, composerOf).flatMap((place) =>
    place && place.thread === undefined ? [place.room] : [],
  );
  roomMarks.update(() => new Map(rooms.map((room) => [room, pencil])));
}

function showOther(name: string, other: string | null): void {
  if ((otherDrafts.getSnapshot().get(name) ?? null) === other) return;
  otherDrafts.update((before) => {
    const next = new Map(before);
    if (other === null) next.delete(name);
    else next.set(name, other);
    return next;
  });
}
