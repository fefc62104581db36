import { socialProviders, type SocialProvider } from "@colbin/protocol";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { OtpField } from "#web/design/form/OtpField.tsx";
import { PasswordField } from "#web/design/form/PasswordField.tsx";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { reveal, shownWays, type AskedProof, type ShownWay } from "./elevation-proof.ts";
import { elevationTexts } from "./elevation-texts.ts";
import { TOTP_LENGTH } from "./otp.ts";
import { ownRefusal } from "./own-refusal.ts";
import { ProviderWait } from "./ProviderWait.tsx";
import { socialTexts } from "./social-texts.ts";
import type { Turn } from "./use-elevation.ts";
import { useProviderWindow } from "./use-provider-window.ts";

interface ElevationProofProps {
  asked: AskedProof;
  value: string;
  isBusy: boolean;
  onChange: (value: string) => void;
  onChoose: (way: ShownWay) => void;
  /** Sends the form for it. */
  onTurn: (turn: Turn) => void;
}

const choices: Readonly<Record<ShownWay, Text>> = {
  passkey: elevationTexts.usePasskey,
  totp: elevationTexts.useTotp,
  password: elevationTexts.usePassword,
  otp: elevationTexts.useOtp,
};

/** The proof that the act asks for, and the other ways to give one. */
export function ElevationProof(props: ElevationProofProps) {
  const { asked, isBusy, onChoose, onTurn } = props;
  const { ways } = asked;
  const others = shownWays.filter((way) => way !== asked.way && ways.includes(way));
  const providers = socialProviders.filter((each) => ways.includes(each));
  const { waitsFor, ask, cancel } = useProviderTurn(onTurn);
  return (
    <>
      <ProofField {...props} />
      {others.length + providers.length > 0 && (
        <p className="flex flex-wrap gap-x-5 gap-y-1">
          {others.map((way) => (
            <TextButton key={way} onClick={() => isBusy || onChoose(way)}>
              {t(choices[way])}
            </TextButton>
          ))}
          {providers.map((provider) => (
            <TextButton key={provider} onClick={() => isBusy || ask(provider)}>
              {t(elevationTexts.useProvider, { name: t(socialTexts[provider]) })}
            </TextButton>
          ))}
        </p>
      )}
      {waitsFor && <ProviderWait onCancel={cancel} />}
    </>
  );
}

function ProofField({ asked, value, onChange }: ElevationProofProps) {
  switch (asked.way) {
    case "otp":
      return (
        <OtpField
          key="otp"
          label={t(elevationTexts.code)}
          length={asked.sent.otpLength}
          value={value}
          onChange={onChange}
          hint={t(elevationTexts.codeHint, { n: asked.sent.otpLength })}
        />
      );
    case "totp":
      return (
        <OtpField
          key="totp"
          label={t(elevationTexts.totp)}
          length={TOTP_LENGTH}
          value={value}
          onChange={onChange}
          hint={t(elevationTexts.codeHint, { n: TOTP_LENGTH })}
        />
      );
    case "password":
      return (
        <PasswordField
          label={t(elevationTexts.password)}
          autoFocus
          value={value}
          onChange={onChange}
        />
      );
    case "passkey":
    case undefined:
      return null;
  }
}

/** The window opens in the click, and its end is told by the form like every other proof. */
function useProviderTurn(onTurn: (turn: Turn) => void) {
  return useProviderWindow({
    onBlocked: () => onTurn(() => Promise.reject(ownRefusal(socialTexts.blocked))),
    onAsked: async (asked, provider: SocialProvider, signal) => {
      onTurn(async () => {
        const grant = await asked;
        if (grant) await reveal(grant);
        else if (!signal.aborted)
          throw ownRefusal(elevationTexts.denied, { name: t(socialTexts[provider]) });
        return grant !== undefined;
      });
      await asked.catch(() => undefined);
    },
  });
}
