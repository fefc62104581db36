import { useEffect, useRef } from "react";
import { account } from "#web/lib/account.ts";
import { setTheme } from "#web/lib/theme.ts";
import { useStore } from "#web/lib/use-store.ts";

/** The theme that the person chose, in whatever browser; who never chose one keeps that of this browser. */
export function useAccountTheme(): void {
  const theme = useStore(account.session, ({ user }) => user?.preferences.theme);
  const before = useRef(theme);
  useEffect(() => {
    if (theme && (theme !== "system" || before.current !== theme)) setTheme(theme);
    before.current = theme;
  }, [theme]);
}
