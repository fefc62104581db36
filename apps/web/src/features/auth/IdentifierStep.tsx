import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { identifierProblem } from "./identifier.ts";
import { authTexts } from "./texts.ts";

interface IdentifierStepProps {
  value: string;
  onChange: (identifier: string) => void;
  error: string | undefined;
  isBusy: boolean;
  onSend: (identifier: string) => void;
}

export function IdentifierStep({ value, onChange, error, isBusy, onSend }: IdentifierStepProps) {
  const [isTouched, setTouched] = useState(false);
  const problem = identifierProblem(value);
  const shownProblem = isTouched ? problem : undefined;
  return (
    <form
      className="mt-5.5 grid gap-3.5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTouched(true);
        if (!problem && !isBusy) onSend(value.trim());
      }}
    >
      {error !== undefined && <Note>{error}</Note>}
      <TextField
        label={t(authTexts.identifier)}
        size="lg"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={value}
        onChange={(text) => {
          setTouched(true);
          onChange(text);
        }}
        error={
          shownProblem &&
          t(
            shownProblem === "required"
              ? authTexts.identifierRequired
              : authTexts.identifierInvalid,
          )
        }
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isBlock
        isBusy={isBusy}
        disabled={value.trim() === ""}
      >
        {t(authTexts.send)}
      </Button>
    </form>
  );
}
