import { useState, type ReactNode } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { FormFieldsContext, useSubmission } from "#web/design/form/use-submission.ts";
import { Note } from "#web/design/page/Note.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { settingsTexts } from "./texts.ts";
import { UnsavedGuard } from "./UnsavedGuard.tsx";

interface SettingsFormProps {
  /** The title of a refusal: "Failed to update profile". */
  failure: string;
  isDirty: boolean;
  /** Something that must be there is not. */
  isIncomplete?: boolean;
  /** Rejects where it was refused: what was typed stays. */
  onSave: () => Promise<unknown>;
  onDiscard: () => void;
  /** Fields; each shows what the refusal says of its `name`. */
  children: ReactNode;
}

/** The fields of a section, saved together. Edits that are not saved are not lost without a word. */
export function SettingsForm(props: SettingsFormProps) {
  const { failure, isDirty, isIncomplete = false, onSave, onDiscard, children } = props;
  const [isSaved, setSaved] = useState(false);
  const { isBusy, message, fields, formProps } = useSubmission({
    run: onSave,
    failure,
    onDone: () => setSaved(true),
  });
  const state = isDirty ? settingsTexts.unsaved : isSaved ? settingsTexts.saved : undefined;
  const mayDiscard = isDirty && !isBusy;
  return (
    <form {...formProps}>
      <div className="grid gap-4 p-4.5 max-pair:p-3.5">
        {message !== undefined && <Note>{message}</Note>}
        <FormFieldsContext value={fields}>{children}</FormFieldsContext>
      </div>
      <div className="flex items-center justify-end gap-2 border-t border-line px-4.5 py-2.75 max-pair:px-3.5">
        <span role="status" className="min-w-0 flex-1 text-ink-subtle">
          {state && t(state)}
        </span>
        <Button
          variant="ghost"
          aria-disabled={!mayDiscard}
          onClick={() => mayDiscard && onDiscard()}
        >
          {t(settingsTexts.discard)}
        </Button>
        <Button
          type="submit"
          variant="primary"
          isBusy={isBusy}
          aria-disabled={!isDirty || isIncomplete}
          onClick={(event) => {
            if (!isDirty || isIncomplete) event.preventDefault();
          }}
        >
          {t(settingsTexts.save)}
        </Button>
      </div>
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}
