import type { RoomCard } from "@colbin/protocol";
import { useEffect, useState } from "react";
import { PUBLIC_ROOMS_PAGE } from "#web/features/rooms/constants.ts";
import { chat } from "#web/lib/api/chat.ts";
import { errorText } from "#web/lib/api/error-text.ts";

export interface PublicRooms {
  /** The PUBLIC rooms that the person sees, as far as they were read; undefined while there is no page yet. */
  readonly rooms: readonly RoomCard[] | undefined;
  readonly hasMore: boolean;
  /** Why the page that was asked for last did not come. */
  readonly error: string | undefined;
  /** Which page comes next; a number that changes with each that came. */
  readonly nextPage: number;
  /** Asks for the next page, or again for the one that failed. */
  readonly loadMore: () => void;
}

interface Pages {
  readonly rooms: readonly RoomCard[];
  readonly count: number;
  readonly hasMore: boolean;
}

/** Page by page, by name. */
export function usePublicRooms(): PublicRooms {
  const [pages, setPages] = useState<Pages>({ rooms: [], count: 0, hasMore: true });
  const [asked, setAsked] = useState({ page: 1 });
  const [error, setError] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    const { page } = asked;
    chat.rooms.list({ page, limit: PUBLIC_ROOMS_PAGE, sortBy: "name", sortOrder: "asc" }).then(
      ({ results, totalPages }) => {
        if (!isWanted) return;
        setPages((before) => ({
          rooms: withPublic(before.rooms, results),
          count: page,
          hasMore: page < totalPages,
        }));
      },
      (cause: unknown) => {
        if (isWanted) setError(errorText(cause));
      },
    );
    return () => {
      isWanted = false;
    };
  }, [asked]);
  const nextPage = pages.count + 1;
  return {
    rooms: pages.count === 0 ? undefined : pages.rooms,
    hasMore: pages.hasMore,
    error,
    nextPage,
    loadMore() {
      if (asked.page === nextPage && error === undefined) return;
      setError(undefined);
      setAsked({ page: nextPage });
    },
  };
}

/** A room that is made meanwhile moves the others on, and the last of one page comes once more as the first of the next. */
function withPublic(before: readonly RoomCard[], page: readonly RoomCard[]): RoomCard[] {
  const known = new Set(before.map(({ roomId }) => roomId));
  return [
    ...before,
    ...page.filter(({ roomId, accessType }) => accessType === "PUBLIC" && !known.has(roomId)),
  ];
}
