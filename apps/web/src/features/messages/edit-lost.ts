import { tellLost } from "#web/design/overlay/tell-lost.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";

const lostText: Text = {
  id: "messages.editLost",
  message: "The message that you were editing was deleted",
};

/** Says that a message was deleted while the person was changing it. */
export function tellEditLost(text: string): void {
  tellLost(t(lostText), text);
}
