import { useEffect } from "react";
import { account } from "#web/lib/account.ts";

/** Another device may have changed the person: asked for anew. Without an answer, what is known here stays. */
export function useRenewedMe(): void {
  useEffect(() => {
    account.users.me().catch(() => undefined);
  }, []);
}
