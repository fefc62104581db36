import { createAccount } from "@colbin/client";

/** The one account of the page. The sign-in screen needs nothing else of the client. */
export const account = createAccount();
