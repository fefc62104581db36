import type { CustomEmoji, WorkspaceId } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { emojiPageTexts } from "./emoji-texts.ts";

interface RemoveEmojiDialogProps {
  orgId: WorkspaceId;
  emoji: CustomEmoji;
  onClose: () => void;
}

export function RemoveEmojiDialog({ orgId, emoji, onClose }: RemoveEmojiDialogProps) {
  const { act } = useAct("deleteEmoji", ["listEmoji"]);
  const code = `:${emoji.name}:`;
  return (
    <FormDialog
      title={t(emojiPageTexts.removeTitle, { code })}
      text={t(emojiPageTexts.removeText, { code })}
      verb={t(emojiPageTexts.removeVerb)}
      failure={t(emojiPageTexts.removeFailed)}
      isDanger
      onConfirm={() => act({ params: { orgId, emojiId: emoji.id } })}
      onClose={onClose}
    />
  );
}
