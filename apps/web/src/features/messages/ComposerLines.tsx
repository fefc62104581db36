import type { RoomId } from "@colbin/protocol";
import { OtherDraft } from "#web/features/drafts/OtherDraft.tsx";
import { PushAsk } from "#web/features/push/PushAsk.tsx";
import { QuietLine } from "#web/features/quiet-hours/QuietLine.tsx";
import { ScheduledLine } from "#web/features/scheduled/ScheduledLine.tsx";

/** Above the composer of a room: texts of the person that are not in it, whether nothing rings for the other one, and the offer of notifications. */
export function ComposerLines({ roomId }: { roomId: RoomId }) {
  return (
    <>
      <div className="px-gutter pb-2 empty:hidden">
        <PushAsk />
      </div>
      <ScheduledLine roomId={roomId} />
      <QuietLine roomId={roomId} />
      <OtherDraft place={{ room: roomId }} />
    </>
  );
}
