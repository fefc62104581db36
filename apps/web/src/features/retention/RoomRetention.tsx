import type { ReplyOf } from "@colbin/protocol";
import { useAct } from "#web/lib/api/use-act.ts";
import { RetentionRow } from "./RetentionRow.tsx";

interface RoomRetentionProps {
  slug: string;
  settings: ReplyOf<"getRoomSettings">;
}

/** For how long a room keeps its messages, as the people who lead it choose. */
export function RoomRetention({ slug, settings }: RoomRetentionProps) {
  const { act, isPending } = useAct("updateRoom", ["getRoomSettings"]);
  return (
    <RetentionRow
      days={settings.messageRetentionDays}
      atMost={settings.workspaceRetentionDays}
      isBusy={isPending}
      onChoose={(messageRetentionDays) =>
        act({ params: { slug }, body: { settings: { messageRetentionDays } } })
      }
    />
  );
}
