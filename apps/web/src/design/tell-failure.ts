import { errorText } from "#web/lib/error-text.ts";
import { t, type Text } from "#web/lib/i18n.ts";
import { toast } from "./toast.ts";

/** Settles when it is done; what was refused is said, as a thing that failed and why. */
export async function tellFailure(failure: Text, done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (cause) {
    toast({ title: t(failure), description: errorText(cause), variant: "destructive" });
  }
}
