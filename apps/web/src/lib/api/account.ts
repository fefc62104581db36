import { createAccount } from "@colbin/client";
import { readSettings } from "#web/lib/device/setting.ts";

/** The one account of the page. The sign-in screen needs nothing else of the client. */
export const account = createAccount();

let person = account.session.getSnapshot().user?.id;
account.session.subscribe(() => {
  const { user } = account.session.getSnapshot();
  if (user?.id !== person) readSettings();
  person = user?.id;
});
