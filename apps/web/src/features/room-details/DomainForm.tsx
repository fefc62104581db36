import { DOMAIN_MAX } from "@colbin/protocol";
import { Check } from "lucide-react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { Chip } from "#web/design/form/Chip.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { atField } from "#web/features/settings/at-field.ts";
import { SettingsForm } from "#web/features/settings/SettingsForm.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { roomSettingsTexts } from "./room-settings-texts.ts";
import type { RoomEdits } from "./use-room-edits.ts";

const aboutDomain = { DOMAIN_INVALID_FOR_ROOM: "organizationDomain" };

interface DomainFormProps {
  slug: string;
  /** As it is kept. */
  domain: string | null;
  edits: RoomEdits["domain"];
}

/** Whose addresses need not ask first; that of the person is offered, and judged by what is kept. */
export function DomainForm({ slug, domain, edits }: DomainFormProps) {
  const { isDirty, discard, field } = edits;
  const { value, onChange, name } = field("organizationDomain");
  const { act } = useAct("changeRoomDomain", ["getRoomSettings", "getRoom"]);
  const { data: suggestion } = useCall("suggestDomain", {});
  const suggested = suggestion?.domain;

  async function save(): Promise<void> {
    try {
      const organizationDomain = value.trim() === "" ? null : value;
      await act({ params: { slug }, body: { organizationDomain } });
      discard();
    } catch (cause) {
      throw atField(cause, aboutDomain);
    }
  }

  return (
    <SettingsForm
      failure={t(roomSettingsTexts.domainFailed)}
      isDirty={isDirty}
      onSave={save}
      onDiscard={discard}
    >
      <TextField
        name={name}
        value={value}
        onChange={onChange}
        label={t(roomSettingsTexts.domain)}
        hint={t(roomSettingsTexts.domainHint)}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={DOMAIN_MAX}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 empty:hidden">
        {suggested && suggested !== value && (
          <TextButton onClick={() => onChange(suggested)}>
            {t(roomSettingsTexts.suggest, { domain: suggested })}
          </TextButton>
        )}
        {domain && suggested !== undefined && <Match domain={domain} own={suggested} />}
      </div>
    </SettingsForm>
  );
}

/** Does the verified address of the person lie in it? */
function Match({ domain, own }: { domain: string; own: string | null }) {
  if (own === domain)
    return (
      <Chip tone="success" icon={Check}>
        {t(roomSettingsTexts.match, { domain })}
      </Chip>
    );
  return <Chip tone="warning">{t(roomSettingsTexts.mismatch, { domain })}</Chip>;
}
