import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { useCall } from "#web/lib/api/use-call.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { passwordTexts } from "./password-texts.ts";

const SetPasswordDialog = lazyPart(() => import("./SetPasswordDialog.tsx"), "SetPasswordDialog");
const RemovePasswordDialog = lazyPart(
  () => import("./RemovePasswordDialog.tsx"),
  "RemovePasswordDialog",
);

/** Absent where the operator has not switched passwords on (rules-identity 20). */
export function PasswordSection() {
  return usePublicConfig().methods.password && <OwnPassword />;
}

function OwnPassword() {
  const { data } = useCall("getPassword", {});
  const [open, setOpen] = useState<"set" | "remove">();
  const close = () => setOpen(undefined);
  // The page says of its sessions what did not load; without an answer nothing is offered here.
  if (!data) return null;
  const { setAt } = data;
  return (
    <SettingsSection title={t(passwordTexts.title)}>
      <SettingRow
        title={t(passwordTexts.row)}
        hint={
          setAt === null
            ? t(passwordTexts.off)
            : t(passwordTexts.on, { date: formatDate(new Date(setAt), "date") })
        }
      >
        <span className="flex flex-none gap-2 max-pair:w-full max-pair:[&>button]:flex-1">
          {setAt !== null && (
            <Button onClick={() => setOpen("remove")}>{t(passwordTexts.remove)}</Button>
          )}
          <Button onClick={() => setOpen("set")}>
            {t(setAt === null ? passwordTexts.set : passwordTexts.change)}
          </Button>
        </span>
      </SettingRow>
      {open === "set" && <SetPasswordDialog isFirst={setAt === null} onClose={close} />}
      {open === "remove" && <RemovePasswordDialog onClose={close} />}
    </SettingsSection>
  );
}
