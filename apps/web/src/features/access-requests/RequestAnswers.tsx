import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { requests } from "./access-lists.ts";
import { DenyDialog } from "./DenyDialog.tsx";
import { orAnswered } from "./or-answered.ts";
import { requestTexts } from "./request-texts.ts";

interface RequestAnswersProps {
  /** The request's id. */
  id: string;
  /** The name of the person whose request it is. */
  name: string;
  /** It was decided or taken back before; without it that is told as a failure. */
  onAnswered?: () => void;
}

/** The two answers to a request. */
export function RequestAnswers({ id, name, onAnswered }: RequestAnswersProps) {
  const [isDenying, setDenying] = useState(false);
  const { act, isPending } = useAct(
    "approveAccessRequest",
    ["listParticipants", "listDocumentRequests", "getDocumentAccess"],
    [requests],
  );
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        isBusy={isPending}
        aria-label={t(requestTexts.approveNamed, { name })}
        onClick={() =>
          void tellFailure(
            requestTexts.approveFailed,
            orAnswered(act({ params: { id } }), onAnswered),
          )
        }
      >
        {t(requestTexts.approve)}
      </Button>
      <Button
        size="sm"
        aria-label={t(requestTexts.denyNamed, { name })}
        onClick={() => setDenying(true)}
      >
        {t(requestTexts.deny)}
      </Button>
      {isDenying && (
        <DenyDialog id={id} name={name} onAnswered={onAnswered} onClose={() => setDenying(false)} />
      )}
    </>
  );
}
