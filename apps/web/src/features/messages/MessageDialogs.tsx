import { useEffect } from "react";
import { Part } from "#web/design/Part.tsx";
import { toast } from "#web/design/toast.ts";
import { t } from "#web/lib/i18n.ts";
import { useStore } from "#web/lib/use-store.ts";
import { end, messageTask } from "./message-task.ts";
import { messageTexts } from "./texts.ts";

const dialogs = {
  delete: async () => (await import("./DeleteDialog.tsx")).DeleteDialog,
  react: async () => (await import("#web/features/reactions/ReactDialog.tsx")).ReactDialog,
  revisions: async () => (await import("./RevisionsDialog.tsx")).RevisionsDialog,
};

/** What the menus of messages ask for in a dialog. */
export function MessageDialogs({ roomSlug }: { roomSlug: string }) {
  const task = useStore(messageTask, (value) => value);
  if (!task) return null;
  const { kind, messageId } = task;
  return (
    <Part
      key={`${kind} ${messageId}`}
      need={1}
      load={dialogs[kind]}
      props={{ roomSlug, messageId, onClose: end }}
      renderMissing={(hasFailed) => hasFailed && <Missing />}
    />
  );
}

/** A dialog that does not load is told, and asked for again with the next press. */
function Missing() {
  useEffect(() => {
    toast({ title: t(messageTexts.dialogMissing), variant: "warning" });
    end();
  }, []);
  return null;
}
