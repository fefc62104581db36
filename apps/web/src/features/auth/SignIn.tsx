import { useState, type ReactNode } from "react";
import type { ReplyOf, SocialProvider } from "@colbin/protocol";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { Sentence } from "#web/lib/language/Sentence.tsx";
import { IdentifierStep } from "./IdentifierStep.tsx";
import { LinkSentStep } from "./LinkSentStep.tsx";
import { OtpStep } from "./OtpStep.tsx";
import { SignInModal } from "./SignInModal.tsx";
import { authTexts } from "./texts.ts";

const SocialButtons = lazyPart(() => import("./SocialButtons.tsx"), "SocialButtons");
const PasswordStep = lazyPart(() => import("./PasswordStep.tsx"), "PasswordStep");

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
  /** Passwords are switched on. */
  hasPasswords: boolean;
  /** Passkeys sign in here, and this browser can use them. */
  hasPasskeys: boolean;
  onSend: (identifier: string) => void;
  /** A code was sent by another way than the first step; `text` says why, where that is no matter of course. */
  onSent: (sent: ReplyOf<"sendOtp">, text?: string) => void;
  onVerify: (otp: string) => void;
  onBack: () => void;
  onRefused: (text: string | null) => void;
}

export function SignIn(props: SignInProps) {
  const { sent, error, isBusy, providers, hasPasswords, hasPasskeys, ...rest } = props;
  const { onSend, onSent, onVerify, onBack, onRefused, ...frame } = rest;
  const [identifier, setIdentifier] = useState("");
  const [isByPassword, setByPassword] = useState(false);
  const lead = t(isByPassword ? authTexts.passwordLead : authTexts.lead);
  return (
    <SignInModal {...frame} lead={sent ? <SentTo sent={sent} /> : lead}>
      {!sent && isByPassword && (
        <PasswordStep
          identifier={identifier}
          onIdentifier={setIdentifier}
          onSent={onSent}
          onBack={() => setByPassword(false)}
        />
      )}
      {!sent && !isByPassword && (
        <IdentifierStep
          value={identifier}
          onChange={setIdentifier}
          error={error}
          isBusy={isBusy}
          onSend={onSend}
        />
      )}
      {!sent && !isByPassword && hasPasswords && (
        <p className="mt-3.5 text-center text-sm">
          <TextButton onClick={() => setByPassword(true)}>{t(authTexts.byPassword)}</TextButton>
        </p>
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
      {(hasPasskeys || providers.length > 0) && (
        <SocialButtons
          providers={providers}
          hasPasskeys={hasPasskeys}
          productName={frame.productName}
          onRefused={onRefused}
          onSent={onSent}
          missing={<SocialRoom rows={Number(hasPasskeys) + Number(providers.length > 0)} />}
        />
      )}
    </SignInModal>
  );
}

/** As high as the other ways will be: the dialog stands in the middle, and its growth would move what is about to be pressed. */
function SocialRoom({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true">
      <p className="mt-5 mb-3.5 text-2xs">&nbsp;</p>
      <div className="grid gap-2">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="h-control-lg" />
        ))}
      </div>
    </div>
  );
}

function SentTo({ sent }: { sent: SentOtp }) {
  return (
    <>
      <Sentence
        text={sent.delivery === "link" ? authTexts.linkSentTo : authTexts.codeSentTo}
        values={{ identifier: sent.identifier }}
        elements={{ to: <bdi className="font-strong break-words text-ink" /> }}
      />
      {!sent.identifier.includes("@") && <span className="block">{t(authTexts.phoneRisk)}</span>}
    </>
  );
}
