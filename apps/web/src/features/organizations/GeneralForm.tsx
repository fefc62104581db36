import {
  DOMAIN_MAX,
  ORG_DESCRIPTION_MAX,
  ORG_TITLE_MAX,
  ORG_TITLE_MIN,
  WEBSITE_MAX,
  type CallOf,
  type OrganizationType,
} from "@colbin/protocol";
import { Select } from "#web/design/form/Select.tsx";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { atField } from "#web/features/settings/at-field.ts";
import { SettingsForm } from "#web/features/settings/SettingsForm.tsx";
import { useEdits } from "#web/features/settings/use-edits.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import type { OpenOrganization } from "#web/lib/routing/open-organization.ts";
import { organizationSettingsTexts, typeTexts } from "./organization-settings-texts.ts";

const aboutDomain = { DOMAIN_INVALID: "domain" };
const types = Object.keys(typeTexts) as OrganizationType[];

/** The name and the profile of an organization. */
export function GeneralForm({ organization }: { organization: OpenOrganization }) {
  const { id: orgId, title, type = "COMPANY" } = organization;
  const { act } = useAct("updateOrganization", ["getOrganization", "listOrganizations"]);
  const { changes, isDirty, discard, field } = useEdits({
    title,
    type,
    description: organization.description ?? "",
    website: organization.website ?? "",
    domain: organization.domain ?? "",
  });
  const name = field("title");
  const description = field("description");

  async function save(): Promise<void> {
    const given = Object.entries(changes).map(([key, text]) => [key, text.trim() || null] as const);
    const body = Object.fromEntries(given) as CallOf<"updateOrganization">["body"];
    try {
      await act({ params: { orgId }, body });
      discard();
    } catch (cause) {
      throw atField(cause, aboutDomain);
    }
  }

  return (
    <SettingsForm
      failure={t(organizationSettingsTexts.updateFailed)}
      isDirty={isDirty}
      isIncomplete={name.value.trim().length < ORG_TITLE_MIN}
      onSave={save}
      onDiscard={discard}
    >
      <div className="grid gap-4 pair:grid-cols-2">
        <TextField
          {...name}
          label={t(organizationSettingsTexts.name)}
          dir="auto"
          maxLength={ORG_TITLE_MAX}
        />
        <Select
          {...field("type")}
          label={t(organizationSettingsTexts.type)}
          options={types.map((value): { value: string; label: string } => ({
            value,
            label: t(typeTexts[value]),
          }))}
        />
        <TextArea
          {...description}
          className="pair:col-span-2"
          label={t(organizationSettingsTexts.description)}
          hint={t(organizationSettingsTexts.count, {
            n: description.value.length,
            max: ORG_DESCRIPTION_MAX,
          })}
          dir="auto"
          rows={2}
          maxLength={ORG_DESCRIPTION_MAX}
        />
        <TextField
          {...field("website")}
          label={t(organizationSettingsTexts.website)}
          type="url"
          autoComplete="url"
          maxLength={WEBSITE_MAX}
        />
        <TextField
          {...field("domain")}
          label={t(organizationSettingsTexts.domain)}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={DOMAIN_MAX}
        />
      </div>
    </SettingsForm>
  );
}
