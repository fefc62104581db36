import {
  BIO_MAX,
  COMPANY_MAX,
  FULL_NAME_MAX,
  LOCATION_MAX,
  USERNAME_MAX,
  type CurrentUser,
} from "@colbin/protocol";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { atField } from "./at-field.ts";
import { OwnPictureField } from "./OwnPictureField.tsx";
import { SettingsForm } from "./SettingsForm.tsx";
import { SettingsPage } from "./SettingsPage.tsx";
import { SettingsSection } from "./SettingsSection.tsx";
import { settingsTexts } from "./texts.ts";
import { useEdits } from "./use-edits.ts";
import { useRenewedMe } from "./use-renewed-me.ts";

/** `/settings/profile` */
export function ProfilePage() {
  const me = useStore(account.session, ({ user }) => user);
  useRenewedMe();
  return (
    <SettingsPage title={t(settingsTexts.profile)} lead={t(settingsTexts.profileLead)}>
      <SettingsSection title={t(settingsTexts.you)}>
        {me && <OwnPictureField me={me} />}
        {me && <ProfileForm key={me.id} me={me} />}
      </SettingsSection>
    </SettingsPage>
  );
}

const aboutUsername = { USERNAME_TAKEN: "username", USERNAME_CHANGE_LIMIT: "username" };

function ProfileForm({ me }: { me: CurrentUser }) {
  const { act } = useAct("updateMe");
  const { changes, isDirty, discard, field } = useEdits({
    fullName: me.fullName,
    username: me.username,
    bio: me.bio ?? "",
    company: me.company ?? "",
    location: me.location ?? "",
  });
  const fullName = field("fullName");
  const username = field("username");
  const bio = field("bio");

  async function save(): Promise<void> {
    try {
      account.tokens.setUser(await act({ body: changes }));
      discard();
    } catch (cause) {
      throw atField(cause, aboutUsername);
    }
  }

  return (
    <SettingsForm
      failure={t(settingsTexts.profileFailed)}
      isDirty={isDirty}
      isIncomplete={fullName.value.trim() === "" || username.value.trim() === ""}
      onSave={save}
      onDiscard={discard}
    >
      <div className="grid gap-4 pair:grid-cols-2">
        <TextField
          {...fullName}
          label={t(settingsTexts.fullName)}
          autoComplete="name"
          dir="auto"
          maxLength={FULL_NAME_MAX}
        />
        <TextField
          {...username}
          label={t(settingsTexts.username)}
          hint={t(settingsTexts.usernameHint)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={USERNAME_MAX}
        />
        <TextArea
          {...bio}
          className="pair:col-span-2"
          label={t(settingsTexts.bio)}
          hint={t(settingsTexts.bioCount, { n: bio.value.length, max: BIO_MAX })}
          dir="auto"
          rows={3}
          maxLength={BIO_MAX}
        />
        <TextField
          {...field("company")}
          label={t(settingsTexts.company)}
          autoComplete="organization"
          dir="auto"
          maxLength={COMPANY_MAX}
        />
        <TextField
          {...field("location")}
          label={t(settingsTexts.location)}
          dir="auto"
          maxLength={LOCATION_MAX}
        />
      </div>
    </SettingsForm>
  );
}
