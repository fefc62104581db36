import { toApiError } from "@colbin/client";
import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { toFieldErrors } from "#web/lib/api/field-errors.ts";
import { t } from "#web/lib/language/i18n.ts";
import { splitWords } from "#web/lib/language/split-words.ts";
import { settingsTexts } from "./texts.ts";

interface TokenFieldProps {
  label: string;
  hint: string;
  values: readonly string[];
  /** Cannot be taken out. */
  fixed?: string;
  /** Rejects where it was refused: what was typed stays, with the reason. */
  onChange: (values: string[]) => Promise<unknown>;
}

/** Several short texts, each kept as soon as it is added or taken out. */
export function TokenField({ label, hint, values, fixed, onChange }: TokenFieldProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();

  async function change(next: string[]): Promise<boolean> {
    setError(undefined);
    try {
      await onChange(next);
      return true;
    } catch (cause) {
      const [first] = Object.values(toFieldErrors(toApiError(cause)));
      setError(first ?? errorText(cause));
      return false;
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const added = splitWords(text);
        if (added.length > 0)
          void change([...values, ...added]).then((isKept) => isKept && setText(""));
      }}
      className="grid gap-2.5"
    >
      <div className="flex items-start gap-2">
        <TextField
          className="min-w-0 flex-1"
          label={label}
          hint={hint}
          error={error}
          value={text}
          onChange={setText}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" className="mt-6">
          {t(settingsTexts.add)}
        </Button>
      </div>
      {values.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {values.map((value) => (
            <li
              key={value}
              className="flex min-h-control-sm items-center gap-0.5 rounded-sm bg-accent-soft ps-2 pe-2 text-accent-ink has-[button]:pe-0"
            >
              <bdi className="wrap-anywhere">{value}</bdi>
              {value !== fixed && (
                <IconButton
                  label={t(settingsTexts.remove, { name: value })}
                  onClick={() => void change(values.filter((each) => each !== value))}
                >
                  <X className="icon-sm" aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
