import { account } from "#web/lib/api/account.ts";
import { setTheme } from "#web/lib/device/theme.ts";
import { unkeptPreferences } from "./preferences.ts";

let isFollowing = false;

/**
 * Shows the theme that the person chose in another browser, now and whenever it is another one; without any choice this browser keeps
 * its own. Once asked, for as long as the page is there.
 */
export function followAccountTheme(): void {
  if (isFollowing) return;
  isFollowing = true;
  let before: string | undefined;
  const follow = (): void => {
    // The reply to an earlier choice is no news.
    if ("theme" in unkeptPreferences.getSnapshot()) return;
    const theme = account.session.getSnapshot().user?.preferences.theme;
    const isChosen = theme !== "system" || (before !== undefined && before !== theme);
    if (theme !== undefined && theme !== before && isChosen) setTheme(theme);
    before = theme;
  };
  follow();
  account.session.subscribe(follow);
}
