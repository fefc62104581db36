import { GUEST_LINK_DAYS, guestAccessLevels, type GuestAccessLevel } from "@colbin/protocol";
import { useState } from "react";
import { CopyField } from "#web/design/form/CopyField.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useEdits } from "#web/features/settings/use-edits.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { guestLevelTexts, guestLinkTexts } from "./texts.ts";

const offeredDays = [1, 3, GUEST_LINK_DAYS, 14, 30];
const usual = { accessLevel: "WRITE", expiresInDays: String(GUEST_LINK_DAYS), maxUses: "" };

interface CreateGuestLinkDialogProps {
  slug: string;
  onClose: () => void;
}

/** The access that a link gives; the link itself, shown this once, takes the place of the fields. */
export function CreateGuestLinkDialog({ slug, onClose }: CreateGuestLinkDialogProps) {
  const { field } = useEdits(usual);
  const [link, setLink] = useState<string>();
  const { act } = useAct("createGuestLink", ["listGuestLinks"]);
  async function create(): Promise<void> {
    const accessLevel = field("accessLevel").value as GuestAccessLevel;
    const uses = field("maxUses").value.trim();
    const expiresInDays = Number(field("expiresInDays").value);
    const body = { accessLevel, expiresInDays, ...(uses !== "" && { maxUses: Number(uses) }) };
    setLink((await act({ params: { slug }, body })).link);
  }
  return (
    <FormDialog
      title={t(guestLinkTexts.create)}
      verb={t(link === undefined ? guestLinkTexts.createVerb : guestLinkTexts.done)}
      isDone={link !== undefined}
      onConfirm={async () => link ?? create()}
      onClose={onClose}
    >
      {link === undefined ? (
        <>
          <Select
            {...field("accessLevel")}
            label={t(guestLinkTexts.level)}
            options={guestAccessLevels.map((value) => ({
              value,
              label: t(guestLevelTexts[value]),
            }))}
            value={field("accessLevel").value as GuestAccessLevel}
          />
          <Select
            {...field("expiresInDays")}
            label={t(guestLinkTexts.days)}
            options={offeredDays.map((n) => ({
              value: String(n),
              label: t(guestLinkTexts.dayCount, { n }),
            }))}
          />
          <TextField
            {...field("maxUses")}
            label={t(guestLinkTexts.maxUses)}
            hint={t(guestLinkTexts.maxUsesHint)}
            inputMode="numeric"
          />
        </>
      ) : (
        <CopyField label={t(guestLinkTexts.link)} hint={t(guestLinkTexts.linkHint)} value={link} />
      )}
    </FormDialog>
  );
}
