import { useState, type ReactNode } from "react";
import { t } from "#web/lib/language/i18n.ts";
import { Sentence } from "#web/lib/language/Sentence.tsx";
import { IdentifierStep } from "./IdentifierStep.tsx";
import { LinkSentStep } from "./LinkSentStep.tsx";
import { OtpStep } from "./OtpStep.tsx";
import { SignInModal } from "./SignInModal.tsx";
import { SocialButtons, type SocialProvider } from "./SocialButtons.tsx";
import { authTexts } from "./texts.ts";

/** The answer of the server to the first step. */
export interface SentOtp {
  readonly identifier: string;
  readonly delivery: "code" | "link";
  readonly otpLength: number;
  readonly otp: string | undefined;
  readonly challengeId: string;
  readonly resendAfterMs: number;
}

interface SignInProps {
  productName: string;
  termsUrl: string;
  privacyUrl: string;
  banner?: ReactNode;
  /** Undefined: the identifier is asked for. */
  sent: SentOtp | undefined;
  /** The red banner; the text of the refusal, or the step's own fallback. */
  error: string | undefined;
  isBusy: boolean;
  providers: readonly SocialProvider[];
  onSend: (identifier: string) => void;
  onVerify: (otp: string) => void;
  onBack: () => void;
  onSocial: (provider: SocialProvider) => void;
}

export function SignIn(props: SignInProps) {
  const { sent, error, isBusy, providers, onSend, onVerify, onBack, onSocial, ...frame } = props;
  const [identifier, setIdentifier] = useState("");
  return (
    <SignInModal {...frame} lead={sent ? <SentTo sent={sent} /> : t(authTexts.lead)}>
      {!sent && (
        <IdentifierStep
          value={identifier}
          onChange={setIdentifier}
          error={error}
          isBusy={isBusy}
          onSend={onSend}
        />
      )}
      {sent?.delivery === "code" && (
        <OtpStep
          key={sent.challengeId}
          length={sent.otpLength}
          prefilled={sent.otp}
          error={error}
          isBusy={isBusy}
          resendAfterMs={sent.resendAfterMs}
          onResend={() => onSend(sent.identifier)}
          onVerify={onVerify}
          onBack={onBack}
        />
      )}
      {sent?.delivery === "link" && <LinkSentStep onBack={onBack} />}
      <SocialButtons providers={providers} onPick={onSocial} />
    </SignInModal>
  );
}

function SentTo({ sent }: { sent: SentOtp }) {
  return (
    <Sentence
      text={sent.delivery === "link" ? authTexts.linkSentTo : authTexts.codeSentTo}
      values={{ identifier: sent.identifier }}
      elements={{ to: <bdi className="font-strong break-words text-ink" /> }}
    />
  );
}
