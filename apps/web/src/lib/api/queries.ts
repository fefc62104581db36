import { account } from "./account.ts";
import { createQueryClient } from "./calls.ts";

/** The one of the page; comes with the first screen that reads or acts through it. */
export const queryClient = createQueryClient(account);
