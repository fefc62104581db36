import type { WorkspaceId } from "@colbin/protocol";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { announcementTexts } from "./announcement-texts.ts";

const AnnouncementDialog = lazyPart(() => import("./AnnouncementDialog.tsx"), "AnnouncementDialog");

/** Opens the dialog in which everybody of an organization, or without one of this server, is told something. */
export function AnnouncementRow({ workspaceId }: { workspaceId: WorkspaceId | null }) {
  const [isWriting, setWriting] = useState(false);
  const hint = workspaceId === null ? announcementTexts.serverHint : announcementTexts.hint;
  return (
    <SettingRow title={t(announcementTexts.tell)} hint={t(hint)}>
      <Button onClick={() => setWriting(true)}>{t(announcementTexts.write)}</Button>
      {isWriting && (
        <AnnouncementDialog workspaceId={workspaceId} onClose={() => setWriting(false)} />
      )}
    </SettingRow>
  );
}
