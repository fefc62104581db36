import type { RoomId } from "@colbin/protocol";
import { OtherDraft } from "#web/features/drafts/OtherDraft.tsx";
import { ScheduledLine } from "#web/features/scheduled/ScheduledLine.tsx";

/** Above the composer of a room: texts of the person that are not in it. */
export function ComposerLines({ roomId }: { roomId: RoomId }) {
  return (
    <>
      <ScheduledLine roomId={roomId} />
      <OtherDraft place={{ room: roomId }} />
    </>
  );
}
