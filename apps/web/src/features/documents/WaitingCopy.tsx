import type { DocumentId } from "@colbin/protocol";
import { useEffect, useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { account } from "#web/lib/api/account.ts";
import { listWaitingCopies, removeCopy } from "#web/lib/device/document-copies.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { copyTexts } from "./copy-texts.ts";
import { editorTexts } from "./editor-texts.ts";

interface WaitingCopyProps {
  id: DocumentId;
  /** The document will not come back to take the changes. */
  isLost: boolean;
}

/** Below a document that does not open: changes that this device alone has, to be saved elsewhere. */
export function WaitingCopy({ id, isLost }: WaitingCopyProps) {
  const userId = useStore(account.session, ({ user }) => user?.id);
  const [waiting, setWaiting] = useState<readonly DocumentId[]>([]);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (userId === undefined) return undefined;
    let isCurrent = true;
    listWaitingCopies(userId).then(
      (ids) => isCurrent && setWaiting(ids),
      // Nothing is kept here.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [userId]);
  if (userId === undefined || !waiting.includes(id)) return null;
  const place = { userId, documentId: id };
  async function discard(): Promise<void> {
    await removeCopy(place);
    setWaiting([]);
  }
  const download = () =>
    tellFailure(
      copyTexts.failed,
      import("./download-copy.ts").then(({ downloadCopy }) => downloadCopy(place)),
    );
  return (
    <div className="grid justify-items-center gap-2 px-gutter text-center">
      <p className="text-sm text-ink-muted">{t(copyTexts.waiting)}</p>
      <span className="flex flex-wrap justify-center gap-2">
        <Button size="sm" onClick={() => void download()}>
          {t(editorTexts.copy)}
        </Button>
        {isLost && (
          <Button size="sm" onClick={() => setAsking(true)}>
            {t(copyTexts.discard)}
          </Button>
        )}
      </span>
      {isAsking && (
        <FormDialog
          title={t(copyTexts.discardTitle)}
          text={t(copyTexts.discardText)}
          verb={t(copyTexts.discard)}
          isDanger
          onConfirm={discard}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
