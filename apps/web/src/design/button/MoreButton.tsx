import { useState } from "react";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { designTexts } from "#web/design/texts.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { Button } from "./Button.tsx";

interface MoreButtonProps {
  /** Said where the next page does not come. */
  failure: Text;
  onMore: () => Promise<void>;
}

/** At the end of a list that goes on. */
export function MoreButton({ failure, onMore }: MoreButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const load = async (): Promise<void> => {
    setBusy(true);
    await tellFailure(failure, onMore());
    setBusy(false);
  };
  return (
    <div className="flex justify-center pt-2">
      <Button size="sm" isBusy={isBusy} onClick={() => void load()}>
        {t(designTexts.more)}
      </Button>
    </div>
  );
}
