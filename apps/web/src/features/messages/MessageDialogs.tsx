import { lazy, Suspense } from "react";
import { useStore } from "#web/lib/use-store.ts";
import { end, messageTask } from "./message-task.ts";

const DeleteDialog = lazy(async () => ({
  default: (await import("./DeleteDialog.tsx")).DeleteDialog,
}));
const ReactDialog = lazy(async () => ({
  default: (await import("#web/features/reactions/ReactDialog.tsx")).ReactDialog,
}));
const RevisionsDialog = lazy(async () => ({
  default: (await import("./RevisionsDialog.tsx")).RevisionsDialog,
}));

/** What the menus of messages ask for in a dialog. */
export function MessageDialogs({ roomSlug }: { roomSlug: string }) {
  const task = useStore(messageTask, (value) => value);
  if (!task || task.kind === "edit") return null;
  const props = { roomSlug, messageId: task.messageId, onClose: end };
  return (
    <Suspense>
      {task.kind === "delete" && <DeleteDialog {...props} />}
      {task.kind === "react" && <ReactDialog {...props} />}
      {task.kind === "revisions" && <RevisionsDialog {...props} />}
    </Suspense>
  );
}
