import { account } from "#web/lib/account.ts";
import { setTheme } from "#web/lib/theme.ts";

let isFollowing = false;

/**
 * Shows the theme that the person chose in whatever browser, now and whenever it is another; who never chose one keeps that of
 * this browser. Once asked, for as
 * long as the page is there.
 */
export function followAccountTheme(): void {
  if (isFollowing) return;
  isFollowing = true;
  let before: string | undefined;
  const follow = (): void => {
    const theme = account.session.getSnapshot().user?.preferences.theme;
    const isChosen = theme !== "system" || (before !== undefined && before !== theme);
    if (theme !== undefined && theme !== before && isChosen) setTheme(theme);
    before = theme;
  };
  follow();
  account.session.subscribe(follow);
}
