import type { RoomId, UserId, WorkspaceId } from "@colbin/protocol";

/** A state of the chat is of one person in one workspace. */
export interface SnapshotPlace {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
}

/** As this or an older build has written it: the reader looks at its shape first. */
export interface StoredSnapshot {
  readonly list: unknown;
  /** In any order. */
  readonly rooms: readonly unknown[];
}

interface SnapshotChange {
  /** Undefined where it is as it was. */
  readonly list: object | undefined;
  /** Rooms that stay; any other goes. */
  readonly rooms: ReadonlyMap<RoomId, object>;
  /** The staying rooms that are to be written even where they are there. */
  readonly changed: ReadonlySet<RoomId>;
}

/**
 * Where the last known state of the chat is kept on the device, so that a reload shows it at once: the list of rooms, and each room with
 * messages by itself. It holds one state: the place that is written last replaces any other, whichever tab writes it.
 */
export interface SnapshotStore {
  readonly read: (place: SnapshotPlace) => Promise<StoredSnapshot | undefined>;
  /** Whole or not at all. */
  readonly write: (place: SnapshotPlace, change: SnapshotChange) => Promise<void>;
  readonly clear: () => Promise<void>;
}

/** For programs: forgets with the process. */
export function memorySnapshotStore(): SnapshotStore {
  let kept: (StoredSnapshot & { readonly place: string }) | undefined;
  const toName = ({ userId, workspaceId }: SnapshotPlace): string => `${userId} ${workspaceId}`;
  return {
    read: async (place) => (kept?.place === toName(place) ? kept : undefined),
    async write(at, { list, rooms }) {
      const place = toName(at);
      const before = kept?.place === place ? kept.list : undefined;
      kept = { place, list: list ?? before, rooms: [...rooms.values()] };
    },
    async clear() {
      kept = undefined;
    },
  };
}
