import { ROOM_DELETE_GRACE_DAYS } from "@colbin/protocol";
import { Hash, Plus } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { SearchField } from "#web/design/form/SearchField.tsx";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { Table } from "#web/design/table/Table.tsx";
import { creatingRoom } from "#web/features/rooms/actions.ts";
import { BackToRooms } from "#web/features/rooms/BackToRooms.tsx";
import { lateRoomTexts } from "#web/features/rooms/late-room-texts.ts";
import { roomTexts } from "#web/features/rooms/texts.ts";
import { useMayCreateRooms } from "#web/features/rooms/use-may-create.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useToday } from "#web/lib/language/use-today.ts";
import { browseTexts } from "./browse-texts.ts";
import { ChannelActs } from "./ChannelActs.tsx";
import { channelColumns } from "./channel-columns.tsx";
import { useChannelList, type ChannelPart } from "./use-channel-list.ts";

const parts = [
  "all",
  "joined",
  "protected",
  "archived",
  "deleted",
] as const satisfies readonly ChannelPart[];

/** `/channels`: all channels that the person sees, and what they are to each. */
export function BrowsePage() {
  const list = useChannelList();
  const today = useToday();
  const mayCreate = useMayCreateRooms();
  const none = list.part === "deleted" ? browseTexts.noneDeleted : browseTexts.noneText;
  return (
    <>
      <div className="flex h-header flex-none items-center gap-2 border-b border-line ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
        <BackToRooms />
        <h1 className="flex-1 text-body leading-5 font-strong max-pair:text-read">
          {t(browseTexts.title)}
        </h1>
        {mayCreate && (
          <Button
            variant="primary"
            size="header"
            className="max-pair:me-1.5"
            aria-label={t(roomTexts.createTitle)}
            onClick={creatingRoom.run}
          >
            <Plus aria-hidden="true" />
            {t(lateRoomTexts.create)}
          </Button>
        )}
      </div>
      <Table
        {...list.table}
        label={t(browseTexts.channels)}
        columns={channelColumns(today)}
        idOf={({ roomId }) => roomId}
        nameOf={({ roomName }) => roomName}
        renderActions={(room) => <ChannelActs key={room.accessStatus} room={room} />}
        search={
          <SearchField label={t(browseTexts.search)} value={list.text} onChange={list.setText} />
        }
        filters={
          <Segmented
            label={t(browseTexts.show)}
            options={parts.map((value) => ({ value, label: t(browseTexts[value]) }))}
            value={list.part}
            onChange={(part) => list.narrow({ part })}
          />
        }
        empty={
          <EmptyState
            icon={Hash}
            title={t(browseTexts.noneTitle)}
            text={t(none, { days: ROOM_DELETE_GRACE_DAYS })}
          />
        }
      />
    </>
  );
}
