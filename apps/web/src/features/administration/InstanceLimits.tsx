import type { InstanceLimit, ReplyOf } from "@colbin/protocol";
import type { ReactNode } from "react";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { administrationTexts } from "./administration-texts.ts";
import { InstanceColumn } from "./InstanceColumn.tsx";
import { limitGroups, limitLooks, signInTexts } from "./limit-texts.ts";

type Instance = ReplyOf<"getInstance">;

/** `/settings/instance/limits`: what is in force; settings of the operator change it, and no page. */
export function InstanceLimits() {
  return (
    <InstanceColumn label={t(administrationTexts.limits)}>
      {(instance) => (
        <>
          <p className="-mb-3 text-ink-muted">{t(signInTexts.lead)}</p>
          <SignInSection {...instance} />
          {limitGroups.map(({ title, names }) => (
            <SettingsSection key={title.id} title={t(title)}>
              {names.map((name) => (
                <Limit key={name} name={name} limits={instance.limits} />
              ))}
            </SettingsSection>
          ))}
        </>
      )}
    </InstanceColumn>
  );
}

/** With the settings that switch each of them. */
const methodLooks: readonly {
  readonly is: keyof Instance["methods"];
  readonly title: Text;
  readonly settings: readonly string[];
}[] = [
  { is: "otp", title: signInTexts.otp, settings: ["OTP_DELIVERY"] },
  { is: "password", title: signInTexts.password, settings: ["PASSWORD_SIGN_IN"] },
  { is: "passkey", title: signInTexts.passkey, settings: ["PUBLIC_URL"] },
  {
    is: "google",
    title: signInTexts.google,
    settings: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  },
  {
    is: "github",
    title: signInTexts.github,
    settings: ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  },
];

function SignInSection({ signupMode, methods }: Pick<Instance, "signupMode" | "methods">) {
  return (
    <SettingsSection title={t(signInTexts.title)}>
      <Fact title={signInTexts.signup} settings={["SIGNUP_MODE"]}>
        {t(signInTexts[signupMode])}
      </Fact>
      {methodLooks.map(({ is, title, settings }) => (
        <Fact key={is} title={title} settings={settings}>
          {t(methods[is] ? signInTexts.on : signInTexts.off)}
        </Fact>
      ))}
    </SettingsSection>
  );
}

/** Empty where the server is older than the page and does not tell it. */
function Limit({ name, limits }: { name: InstanceLimit; limits: Instance["limits"] }) {
  const value = limits.find((each) => each.name === name)?.value;
  if (value === undefined) return null;
  const { title, unit } = limitLooks[name];
  return (
    <Fact title={title} settings={[name]}>
      {t(unit, { n: value })}
    </Fact>
  );
}

interface FactProps {
  title: Text;
  /** The names of what changes it. */
  settings: readonly string[];
  children: ReactNode;
}

function Fact({ title, settings, children }: FactProps) {
  return (
    <SettingRow
      title={t(title)}
      hint={settings.map((name) => (
        <code key={name} dir="ltr" className="me-2 inline-block font-mono">
          {name}
        </code>
      ))}
    >
      <span className="text-end tabular-nums max-pair:text-start">{children}</span>
    </SettingRow>
  );
}
