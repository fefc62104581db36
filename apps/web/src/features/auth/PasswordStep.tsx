import { FULL_NAME_MAX, type CallOf, type ReplyOf } from "@colbin/protocol";
import { useState, type ReactNode } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { PasswordField } from "#web/design/form/PasswordField.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormFieldsContext, useSubmission } from "#web/design/form/use-submission.ts";
import { Note } from "#web/design/page/Note.tsx";
import { account } from "#web/lib/api/account.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { identifierProblem } from "./identifier.ts";
import { passwordTexts } from "./password-texts.ts";
import { isCancelled } from "./sign-in-error.ts";
import { authTexts } from "./texts.ts";

interface PasswordStepProps {
  identifier: string;
  onIdentifier: (identifier: string) => void;
  /** A code was sent that makes the new account. */
  onSent: (sent: ReplyOf<"signUp">) => void;
  /** Back to codes. */
  onBack: () => void;
}

type Way = "signIn" | "create" | "forgot";

const verbs: Readonly<Record<Way, { readonly verb: Text; readonly failure: Text }>> = {
  signIn: { verb: passwordTexts.signIn, failure: passwordTexts.signInFailed },
  create: { verb: passwordTexts.createAccount, failure: passwordTexts.createFailed },
  forgot: { verb: passwordTexts.sendLink, failure: passwordTexts.sendFailed },
};

/** Signing in with a password, making an account with one, and asking for a link to set another (rules-identity 21). */
export function PasswordStep({ identifier, onIdentifier, onSent, onBack }: PasswordStepProps) {
  const [way, setWay] = useState<Way>("signIn");
  const [password, setPassword] = useState("");
  const [fullName, setFullName] = useState("");
  /** The words about a link that was sent. */
  const [sent, setSent] = useState<string>();

  async function run(): Promise<void> {
    const given = { identifier: identifier.trim(), password };
    if (way === "signIn") await signIn(given);
    else if (way === "create") {
      const reply = await account.call("signUp", { body: { ...given, fullName } });
      if (reply.delivery === "code") onSent(reply);
      else setSent(t(passwordTexts.signUpSent, { identifier: reply.user.identifier }));
    } else {
      const body = { identifier: given.identifier };
      setSent(t(passwordTexts.sent, (await account.call("forgotPassword", { body })).user));
    }
  }

  const go = (to: Way) => {
    setSent(undefined);
    setWay(to);
  };
  if (sent !== undefined) return <LinkSent text={sent} onBack={() => go("signIn")} />;
  const isFilled =
    identifierProblem(identifier) === undefined &&
    (way === "forgot" || password !== "") &&
    (way !== "create" || fullName.trim() !== "");
  return (
    <PasswordForm
      key={way}
      way={way}
      isFilled={isFilled}
      run={run}
      foot={<OtherWays way={way} onGo={go} onBack={onBack} />}
    >
      {way === "create" && (
        <TextField
          label={t(passwordTexts.fullName)}
          name="fullName"
          size="lg"
          autoComplete="name"
          autoFocus
          maxLength={FULL_NAME_MAX}
          value={fullName}
          onChange={setFullName}
        />
      )}
      <TextField
        label={t(authTexts.identifier)}
        name="identifier"
        size="lg"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={way === "forgot" || (way === "signIn" && identifier === "")}
        value={identifier}
        onChange={onIdentifier}
      />
      {way !== "forgot" && (
        <PasswordField
          label={t(passwordTexts.password)}
          size="lg"
          isNew={way === "create"}
          autoFocus={way === "signIn" && identifier !== ""}
          value={password}
          onChange={setPassword}
        />
      )}
    </PasswordForm>
  );
}

/** The second step of the account may be cancelled, which is no refusal. */
async function signIn(credentials: CallOf<"signIn">["body"]): Promise<void> {
  try {
    await account.auth.signIn(credentials);
  } catch (cause) {
    if (!isCancelled(cause)) throw cause;
  }
}

interface PasswordFormProps {
  way: Way;
  isFilled: boolean;
  /** Rejects where it was refused. */
  run: () => Promise<void>;
  foot: ReactNode;
  children: ReactNode;
}

function PasswordForm({ way, isFilled, run, foot, children }: PasswordFormProps) {
  const { verb, failure } = verbs[way];
  const { isBusy, message, fields, formProps } = useSubmission({ run, failure: t(failure) });
  return (
    <form className="mt-5.5 grid gap-3.5" {...formProps}>
      <FormFieldsContext value={fields}>
        {message !== undefined && <Note>{message}</Note>}
        {children}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isBlock
          isBusy={isBusy}
          disabled={!isFilled}
        >
          {t(verb)}
        </Button>
      </FormFieldsContext>
      <p className="flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm">{foot}</p>
    </form>
  );
}

interface OtherWaysProps {
  way: Way;
  onGo: (way: Way) => void;
  onBack: () => void;
}

function OtherWays({ way, onGo, onBack }: OtherWaysProps) {
  if (way !== "signIn")
    return <TextButton onClick={() => onGo("signIn")}>{t(passwordTexts.back)}</TextButton>;
  return (
    <>
      <TextButton onClick={() => onGo("forgot")}>{t(passwordTexts.forgot)}</TextButton>
      <TextButton onClick={() => onGo("create")}>{t(passwordTexts.create)}</TextButton>
      <TextButton onClick={onBack}>{t(passwordTexts.useCode)}</TextButton>
    </>
  );
}

function LinkSent({ text, onBack }: { text: string; onBack: () => void }) {
  return (
    <div className="mt-5.5 grid gap-3.5">
      <p role="status" className="wrap-anywhere">
        {text}
      </p>
      <Button size="lg" isBlock onClick={onBack}>
        {t(passwordTexts.back)}
      </Button>
    </div>
  );
}
