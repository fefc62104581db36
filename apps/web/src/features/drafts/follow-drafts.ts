import {
  createStore,
  DraftSync,
  type DeviceDrafts,
  type DraftMark,
  type DraftPlace,
} from "@colbin/client";
import type { RoomId } from "@colbin/protocol";
import { createElement } from "react";
import { roomMarks } from "#web/features/sidebar/room-marks.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import {
  drafts,
  listBegun,
  readDraft,
  whenDraftsRead,
  writeDraft,
} from "#web/lib/device/drafts.ts";
import { savedName } from "#web/lib/device/saved-name.ts";
import { device } from "#web/lib/device/store.ts";
import { DraftPencil } from "./DraftPencil.tsx";

/** By room: the text of another device that stands beside the one in the composer. */
export const otherDrafts = createStore<ReadonlyMap<RoomId, string>>(new Map());

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
export function takeOtherDraft(roomId: RoomId): void {
  current?.sync?.takeOther(toPlace(roomId));
}

export function dropOtherDraft(roomId: RoomId): void {
  current?.sync?.dropOther(toPlace(roomId));
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
    for (const roomId of new Set([...known.keys(), ...next.keys()]))
      if (known.get(roomId) !== next.get(roomId)) sync.changed(toPlace(roomId));
    if (known.size !== next.size || [...next.keys()].some((roomId) => !known.has(roomId)))
      showMarks(next.keys());
    known = next;
  });
  showMarks(known.keys());
  following.sync = sync;
  following.stop = () => {
    stopTexts();
    sync.stop();
  };
}

/** The names of the rows with what the server has of the drafts of rooms begin with this. */
const savedPrefix = savedName("room:");

const toPlace = (roomId: RoomId): DraftPlace => ({ roomId, threadId: null });

/** The texts of the composers. */
function listTexts(): ReadonlyMap<RoomId, string> {
  const rooms = listBegun("room") as RoomId[];
  return new Map(rooms.map((room) => [room, readDraft({ room }) ?? ""]));
}

async function readMarks(owned: readonly string[]): Promise<Map<RoomId, DraftMark>> {
  const rows = await device.read("drafts", owned).catch(() => []);
  const marks = rows.flatMap(({ key: [, , name = ""], value }) =>
    name.startsWith(savedPrefix)
      ? [[name.slice(savedPrefix.length) as RoomId, value as DraftMark] as const]
      : [],
  );
  for (const [roomId, { other }] of marks) showOther(roomId, other);
  return new Map(marks);
}

/** The marks are rows of the device beside the texts, so that a page that is opened anew knows which text was changed since. */
function toDevice(owned: readonly string[], marks: Map<RoomId, DraftMark>): DeviceDrafts {
  return {
    places: () => [...new Set([...marks.keys(), ...listTexts().keys()])].map(toPlace),
    text: ({ roomId }) => readDraft({ room: roomId }) ?? "",
    setText: ({ roomId }, text) => writeDraft({ room: roomId }, text === "" ? undefined : text),
    mark: ({ roomId }) => marks.get(roomId),
    setMark({ roomId, threadId }, { content, other, version }) {
      // The fields of threads have no drafts on the device yet.
      if (threadId !== null) return;
      marks.set(roomId, { content, other, version });
      showOther(roomId, other);
      const key = [...owned, `${savedPrefix}${roomId}`];
      const isEnded = content === "" && other === null;
      const value = isEnded ? undefined : { content, other, version };
      device.write([{ table: "drafts", key, value }]).catch(() => undefined);
    },
  };
}

function showMarks(rooms: Iterable<RoomId>): void {
  roomMarks.update(() => new Map(Array.from(rooms, (roomId) => [roomId, pencil])));
}

function showOther(roomId: RoomId, other: string | null): void {
  if ((otherDrafts.getSnapshot().get(roomId) ?? null) === other) return;
  otherDrafts.update((before) => {
    const next = new Map(before);
    if (other === null) next.delete(roomId);
    else next.set(roomId, other);
    return next;
  });
}
