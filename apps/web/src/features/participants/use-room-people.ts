import type { DetailsProps } from "#web/features/rooms/details-room.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { toTable, useListQuery } from "#web/lib/api/use-list-query.ts";
import { useRenewal } from "#web/lib/api/use-renewal.ts";
import { usePaced } from "#web/lib/react/use-paced.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { peopleTexts } from "./people-texts.ts";

/** Where many come at once, the list is read again so often. */
const RENEWAL_MS = 1_000;
const mayWait = () => true;

/** The people of a room as they are asked for, page by page; read again when somebody comes, goes or has another level. */
export function useRoomPeople({
  roomId,
  sessionRoomSlug: slug,
  memberCount,
}: DetailsProps["room"]) {
  const list = useListQuery({ sortBy: "name" });
  const { page, search } = list;
  const query = { page, ...(search && { search }) };
  const call = useCall("listParticipants", { params: { slug }, query }, { isPaged: true });
  const peopleSeq = useStore(
    chat.store,
    ({ subscriptions }) => subscriptions.get(roomId)?.peopleSeq,
  );
  const news = usePaced(`${memberCount} ${peopleSeq}`, RENEWAL_MS, mayWait);
  useRenewal("listParticipants", news);
  useRenewal("getRoom", news);
  return { ...list, table: toTable(list, call, peopleTexts.failed) };
}
