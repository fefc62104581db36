import { connectionLost, type AskedSecondFactor } from "@colbin/client";
import { useEffect } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { account } from "#web/lib/api/account.ts";
import { useStore } from "#web/lib/react/use-store.ts";

const SecondFactorDialog = lazyPart(() => import("./SecondFactorDialog.tsx"), "SecondFactorDialog");

/** The second step of whichever sign-in is made below it; with the page the wait for it ends. */
export function SecondFactor() {
  const asked = useStore(account.secondFactor, (now) => now);
  useEffect(() => () => account.secondFactor.getSnapshot()?.cancel(), []);
  return (
    asked && (
      <SecondFactorDialog
        key={asked.token}
        asked={asked}
        renderFailed={() => <Missing asked={asked} />}
      />
    )
  );
}

/** Where the dialog did not load the sign-in fails, and the page below says so. */
function Missing({ asked }: { asked: AskedSecondFactor }) {
  useEffect(() => asked.cancel(connectionLost()), [asked]);
  return null;
}
