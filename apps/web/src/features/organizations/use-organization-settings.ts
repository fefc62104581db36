import type { OrganizationSettings, WorkspaceId } from "@colbin/protocol";
import { useState } from "react";
import { toast } from "#web/design/overlay/toast.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { organizationSettingsTexts } from "./organization-settings-texts.ts";

type Change = Partial<OrganizationSettings>;

/** The settings of an organization that the person leads; each is kept as soon as it is chosen, and shown as chosen meanwhile. */
export function useOrganizationSettings(orgId: WorkspaceId) {
  const { data, error, refetch } = useCall("getSettings", { params: { orgId } });
  const { act } = useAct("updateSettings", ["getSettings", "getOrganization"]);
  /** On their way, the newest last. */
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const wanted = changes.reduce<Change>((before, change) => ({ ...before, ...change }), {});
  /** Rejects where it was refused. */
  const save = (body: Change) => act({ params: { orgId }, body });

  async function choose(change: Change): Promise<void> {
    setChanges((others) => [...others, change]);
    try {
      await save(change);
    } catch (cause) {
      const title = t(organizationSettingsTexts.updateFailed);
      toast({ title, description: errorText(cause), variant: "destructive" });
    }
    setChanges((all) => all.filter((each) => each !== change));
  }

  return {
    values: data && { ...data, ...wanted },
    error: error && {
      title: t(organizationSettingsTexts.readFailed),
      text: errorText(error),
      onRetry: () => void refetch(),
    },
    isBusy: (key: keyof OrganizationSettings) => key in wanted,
    choose,
    save,
  };
}

export type OrganizationRules = ReturnType<typeof useOrganizationSettings>;
