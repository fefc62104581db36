import { errorText } from "#web/lib/api/error-text.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { toast } from "./toast.ts";

/** Never rejects: a failure becomes a toast of what failed and why. Was it done? */
export async function tellFailure(failure: Text, done: Promise<unknown>): Promise<boolean> {
  try {
    await done;
    return true;
  } catch (cause) {
    toast({ title: t(failure), description: errorText(cause), variant: "destructive" });
    return false;
  }
}
