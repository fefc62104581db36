import type { ReplyOf } from "@colbin/protocol";
import { useState } from "react";
import { Switch } from "#web/design/form/Switch.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { activeWorkspace, PERSONAL } from "#web/lib/routing/paths.ts";
import { guestLinkTexts } from "./texts.ts";

interface GuestsSwitchProps {
  slug: string;
  settings: ReplyOf<"getRoomSettings">;
}

/** Whether the room takes guests; it says why it cannot. Switching it off removes every guest who came by a link. */
export function GuestsSwitch({ slug, settings }: GuestsSwitchProps) {
  const { act, isPending } = useAct("updateRoom", ["getRoomSettings", "listGuestLinks"]);
  const [isAsking, setAsking] = useState(false);
  const allow = (allowGuests: boolean) =>
    act({ params: { slug }, body: { settings: { allowGuests } } });
  const obstacle = obstacleOf(settings);
  return (
    <div className="px-4.5 py-4 max-pair:px-3.5">
      <Switch
        label={t(guestLinkTexts.allow)}
        hint={t(obstacle ?? guestLinkTexts.allowHint)}
        isOn={settings.allowGuests}
        isBusy={isPending}
        isDisabled={obstacle !== undefined && !settings.allowGuests}
        onChange={(isOn) =>
          isOn ? void tellFailure(guestLinkTexts.changeFailed, allow(true)) : setAsking(true)
        }
      />
      {isAsking && (
        <FormDialog
          title={t(guestLinkTexts.off)}
          text={t(guestLinkTexts.offText)}
          verb={t(guestLinkTexts.offVerb)}
          isDanger
          onConfirm={() => allow(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function obstacleOf({
  accessType,
  workspaceAllowsGuests,
}: GuestsSwitchProps["settings"]): Text | undefined {
  if (accessType === "PRIVATE") return guestLinkTexts.notPrivate;
  if (workspaceAllowsGuests) return undefined;
  const isPersonal = activeWorkspace() === PERSONAL;
  return isPersonal ? guestLinkTexts.notOnServer : guestLinkTexts.notInOrganization;
}
