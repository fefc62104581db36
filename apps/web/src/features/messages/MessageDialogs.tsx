import type { RoomId } from "@colbin/protocol";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { useStore } from "#web/lib/react/use-store.ts";
import { end, messageTask } from "./message-task.ts";

const dialogs = {
  closePoll: lazyPart(() => import("#web/features/polls/ClosePollDialog.tsx"), "ClosePollDialog"),
  delete: lazyPart(() => import("./DeleteDialog.tsx"), "DeleteDialog"),
  forward: lazyPart(() => import("./ForwardDialog.tsx"), "ForwardDialog"),
  react: lazyPart(() => import("#web/features/reactions/ReactDialog.tsx"), "ReactDialog"),
  remind: lazyPart(() => import("#web/features/saved/RemindDialog.tsx"), "RemindDialog"),
  remove: lazyPart(() => import("#web/features/reports/RemoveDialog.tsx"), "RemoveDialog"),
  report: lazyPart(() => import("#web/features/reports/ReportDialog.tsx"), "ReportDialog"),
  why: lazyPart(() => import("#web/features/decisions/WhyDialog.tsx"), "WhyDialog"),
  revisions: lazyPart(() => import("./RevisionsDialog.tsx"), "RevisionsDialog"),
};

/** The dialog that a menu of a message has asked for. */
export function MessageDialogs({ roomId }: { roomId: RoomId }) {
  const task = useStore(messageTask, (value) => value);
  if (!task) return null;
  const { kind, messageId } = task;
  const Dialog = dialogs[kind];
  return (
    <Dialog key={`${kind} ${messageId}`} roomId={roomId} messageId={messageId} onClose={end} />
  );
}
