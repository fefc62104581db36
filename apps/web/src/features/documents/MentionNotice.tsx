import type { Document, UserId } from "@colbin/protocol";
import { UserX, X } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { Banner } from "#web/design/page/Banner.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { noticeTexts } from "./notice-texts.ts";

/** Somebody whom the person has just named in the text. */
export interface NamedPerson {
  readonly id: UserId;
  readonly name: string;
}

interface MentionNoticeProps {
  document: Document;
  named: NamedPerson;
  onClose: () => void;
}

/** Says that somebody who was named cannot open the document, and offers to share it with them. */
export function MentionNotice({ document, named, onClose }: MentionNoticeProps) {
  const { id: userId, name } = named;
  const params = { id: document.id };
  const { data } = useCall("getDocumentReader", { params: { ...params, userId } });
  const { act, isPending } = useAct("setDocumentAccess", [
    "getDocumentAccess",
    "getDocumentReader",
  ]);
  if (!data || data.canOpen) return null;
  const share = async (level: "READ" | "COMMENT"): Promise<void> => {
    const entries = [{ principal: "user" as const, id: userId, level }];
    if (await tellFailure(noticeTexts.failed, act({ params, body: { entries } }))) onClose();
  };
  return (
    <div className="flex-none px-gutter pt-2.5 max-pair:px-2">
      <Banner
        icon={UserX}
        action={
          <span className="ms-auto flex flex-wrap items-center justify-end gap-1.5">
            {data.canBeGiven && (
              <>
                <Button size="sm" disabled={isPending} onClick={() => void share("READ")}>
                  {t(noticeTexts.read)}
                </Button>
                <Button size="sm" disabled={isPending} onClick={() => void share("COMMENT")}>
                  {t(noticeTexts.comment)}
                </Button>
              </>
            )}
            <IconButton label={t(noticeTexts.close)} onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </span>
        }
      >
        {t(data.canBeGiven ? noticeTexts.hidden : noticeTexts.untold, { name })}
      </Banner>
    </div>
  );
}
