import { toApiError } from "@colbin/client";
import { useEffect } from "react";
import { toast } from "#web/design/overlay/toast.ts";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { settingsTexts } from "./texts.ts";

/** Another device may have changed the person: asked for anew. Without an answer, what is known here stays; a refusal is said. */
export function useRenewedMe(): void {
  useEffect(() => {
    account.users.me().catch((cause: unknown) => {
      if (toApiError(cause).status === 0) return;
      const title = t(settingsTexts.fetchFailed);
      toast({ title, description: errorText(cause), variant: "warning" });
    });
  }, []);
}
