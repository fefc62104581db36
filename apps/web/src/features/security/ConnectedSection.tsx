import { socialProviders, type SocialAccount, type SocialProvider } from "@colbin/protocol";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { BrandIcon } from "#web/features/auth/BrandIcon.tsx";
import { ProviderWait } from "#web/features/auth/ProviderWait.tsx";
import type { SocialGrant } from "#web/features/auth/social-window.ts";
import { useProviderWindow } from "#web/features/auth/use-provider-window.ts";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { settingLine } from "#web/features/settings/setting-line.ts";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { useCall } from "#web/lib/api/use-call.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { connectedTexts } from "./connected-texts.ts";

const ConnectDialog = lazyPart(() => import("./ConnectDialog.tsx"), "ConnectDialog");
const DisconnectDialog = lazyPart(() => import("./DisconnectDialog.tsx"), "DisconnectDialog");

/** The accounts at other services by which the person signs in; absent where the server knows no such service (rules-identity 19). */
export function ConnectedSection() {
  const { methods } = usePublicConfig();
  const { data } = useCall("listSocialAccounts", {});
  const [grant, setGrant] = useState<SocialGrant>();
  const [leaving, setLeaving] = useState<SocialProvider>();
  // The provider comes first, in the click that opens its window; the proof that it is still the person follows.
  const { waitsFor, ask, cancel } = useProviderWindow({
    onBlocked: () => toast({ title: t(connectedTexts.blocked), variant: "warning" }),
    onAsked: async (asked) => {
      await tellFailure(connectedTexts.connectFailed, asked.then(setGrant));
    },
  });
  if (!data) return null;
  const find = (provider: SocialProvider) =>
    data.accounts.find((each) => each.provider === provider);
  const shown = socialProviders.filter((provider) => methods[provider] || find(provider));
  if (shown.length === 0) return null;
  return (
    <SettingsSection title={t(connectedTexts.title)}>
      <ul className="divide-y divide-line">
        {shown.map((provider) => (
          <ConnectedLine
            key={provider}
            provider={provider}
            account={find(provider)}
            isWaiting={waitsFor === provider}
            onConnect={() => ask(provider)}
            onCancel={cancel}
            onDisconnect={() => setLeaving(provider)}
          />
        ))}
      </ul>
      {grant && <ConnectDialog grant={grant} onClose={() => setGrant(undefined)} />}
      {leaving && <DisconnectDialog provider={leaving} onClose={() => setLeaving(undefined)} />}
    </SettingsSection>
  );
}

interface ConnectedLineProps {
  provider: SocialProvider;
  account: SocialAccount | undefined;
  /** The window of the provider is open. */
  isWaiting: boolean;
  onConnect: () => void;
  onCancel: () => void;
  onDisconnect: () => void;
}

function ConnectedLine(props: ConnectedLineProps) {
  const { provider, account, isWaiting, onConnect, onCancel, onDisconnect } = props;
  const name = t(connectedTexts[provider]);
  return (
    <li className={`${settingLine} flex items-center gap-2.75`}>
      <BrandIcon provider={provider} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        {isWaiting ? (
          <ProviderWait className="text-xs" onCancel={onCancel} />
        ) : (
          <p className="text-xs text-ink-subtle wrap-anywhere">{detailOf(account)}</p>
        )}
      </div>
      {account ? (
        <Button aria-label={t(connectedTexts.disconnectNamed, { name })} onClick={onDisconnect}>
          {t(connectedTexts.disconnect)}
        </Button>
      ) : (
        <Button
          isBusy={isWaiting}
          aria-label={t(connectedTexts.connectNamed, { name })}
          onClick={onConnect}
        >
          {t(connectedTexts.connect)}
        </Button>
      )}
    </li>
  );
}

function detailOf(account: SocialAccount | undefined): string {
  if (!account) return t(connectedTexts.none);
  const date = formatDate(new Date(account.usedAt), "date");
  const { login } = account;
  return login === null
    ? t(connectedTexts.usedAlone, { date })
    : t(connectedTexts.used, { login, date });
}
