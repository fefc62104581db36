import type { CallOf, MailGroup } from "@colbin/protocol";
import { Button } from "#web/design/button/Button.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { groupTexts, refusedMailsTexts } from "./refused-mails-texts.ts";
import { SettingRow } from "./SettingRow.tsx";

/** Why some mails do not come, each with the way back: an address that refuses mail, kinds that were stopped by a link in one. */
export function RefusedMails() {
  const { data } = useCall("getMailState", {});
  const { act, isPending } = useAct("updateMailState", ["getMailState"]);
  if (!data) return null;
  const { address, addressOffAt, groupsOff } = data;

  async function change(body: CallOf<"updateMailState">["body"]): Promise<void> {
    try {
      await act({ body });
    } catch (cause) {
      const title = t(refusedMailsTexts.failed);
      toast({ title, description: errorText(cause), variant: "destructive" });
    }
  }

  return (
    <>
      {address !== null && addressOffAt !== null && (
        <SettingRow
          title={t(refusedMailsTexts.address)}
          hint={t(refusedMailsTexts.addressHint, {
            address,
            time: formatDate(new Date(addressOffAt), "dayClock"),
          })}
        >
          <Button isBusy={isPending} onClick={() => void change({ isAddressOn: true })}>
            {t(refusedMailsTexts.useAgain)}
          </Button>
        </SettingRow>
      )}
      {groupsOff.filter(hasWords).map((group) => (
        <SettingRow key={group} title={t(groupTexts[group])} hint={t(refusedMailsTexts.groupHint)}>
          <Button
            isBusy={isPending}
            aria-label={t(refusedMailsTexts.getAgainNamed, { kind: t(groupTexts[group]) })}
            onClick={() => void change({ groupsOff: groupsOff.filter((each) => each !== group) })}
          >
            {t(refusedMailsTexts.getAgain)}
          </Button>
        </SettingRow>
      ))}
    </>
  );
}

function hasWords(group: MailGroup): group is keyof typeof groupTexts {
  return Object.hasOwn(groupTexts, group);
}
