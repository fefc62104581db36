import clsx from "clsx";
import { archivingRoom, deletingRoom, leavingRoom } from "#web/features/rooms/actions.ts";
import { unarchiveRoom } from "#web/features/rooms/ending.ts";
import { roomActLooks } from "#web/features/rooms/room-act-looks.ts";
import { roomActsOf } from "#web/features/rooms/room-acts.ts";
import { t } from "#web/lib/i18n.ts";
import type { DetailsProps } from "./details-room.ts";
import { DetailsSection } from "./DetailsSection.tsx";
import { detailsTexts } from "./texts.ts";

const offers = { leave: leavingRoom, archive: archivingRoom, delete: deletingRoom };

/** What the menu of the room offers, too. */
export function RoomActRows({ room, level }: DetailsProps) {
  const acts = roomActsOf({ ...room, level });
  if (acts.length === 0) return null;
  return (
    <DetailsSection title={t(detailsTexts.acts)} isTight>
      <ul>
        {acts.map((act) => {
          const { text, icon: Icon, isDanger } = roomActLooks[act];
          return (
            <li key={act}>
              <button
                type="button"
                onClick={() =>
                  act === "unarchive" ? void unarchiveRoom(room.sessionRoomSlug) : offers[act].run()
                }
                className={clsx(
                  "flex min-h-control w-full items-center gap-2.5 rounded-sm px-2.5 text-start hover:bg-hover active:bg-pressed coarse:min-h-touch",
                  isDanger && "text-danger-ink",
                )}
              >
                <Icon aria-hidden="true" className={isDanger ? "" : "text-ink-subtle"} />
                {t(text)}
              </button>
            </li>
          );
        })}
      </ul>
    </DetailsSection>
  );
}
