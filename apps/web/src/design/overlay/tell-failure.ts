import { errorText } from "#web/lib/api/error-text.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { toast } from "./toast.ts";

/** Never rejects: a failure becomes a toast of what failed and why. */
export async function tellFailure(failure: Text, done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (cause) {
    toast({ title: t(failure), description: errorText(cause), variant: "destructive" });
  }
}
