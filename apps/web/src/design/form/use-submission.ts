import { toApiError } from "@colbin/client";
import { createContext, useContext, useEffect, useRef, useState, type FormEvent } from "react";
import { designTexts } from "#web/design/texts.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { toFieldErrors, type FieldErrors } from "#web/lib/api/field-errors.ts";
import { t } from "#web/lib/language/i18n.ts";

interface FormFields {
  readonly errors: FieldErrors;
  /** The person corrects this one. */
  readonly forget: (name: string) => void;
}

/** Feeds the fields of a form, each of which knows itself by its `name`. */
export const FormFieldsContext = createContext<FormFields>({ errors: {}, forget: () => undefined });

/** The words of the last refusal about this field. */
export function useFieldError(name: string | undefined) {
  const { errors, forget } = useContext(FormFieldsContext);
  if (name === undefined) return { error: undefined, forget: () => undefined };
  return { error: errors[name], forget: () => forget(name) };
}

interface Refusal {
  readonly message: string;
  readonly errors: FieldErrors;
}

interface SubmissionOptions {
  /** Rejects where it was refused. */
  readonly run: () => Promise<unknown>;
  readonly onDone?: () => void;
  /** The failed action in words, before the reason: "Failed to update profile". The reason stands alone where it is left out. */
  readonly failure?: string | undefined;
}

/**
 * A form that is sent: one at a time, a refusal stands above it and below its fields, and the first field that is wrong
 * takes the focus.
 */
export function useSubmission({ run, onDone, failure: what }: SubmissionOptions) {
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [corrected, setCorrected] = useState<readonly string[]>([]);
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusal]);

  async function submit(): Promise<void> {
    setBusy(true);
    setRefusal(undefined);
    setCorrected([]);
    try {
      await run();
      onDone?.();
    } catch (cause) {
      const error = toApiError(cause);
      const reason = errorText(error);
      const message = what === undefined ? reason : t(designTexts.failed, { what, reason });
      setRefusal({ message, errors: toFieldErrors(error) });
    }
    setBusy(false);
  }

  const standing = Object.entries(refusal?.errors ?? {}).filter(
    ([name]) => !corrected.includes(name),
  );
  return {
    isBusy,
    /** Why the form as a whole was refused. */
    message: refusal?.message,
    fields: {
      errors: Object.fromEntries(standing),
      forget: (name: string) => setCorrected((names) => [...names, name]),
    },
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (!isBusy) void submit();
      },
    },
  };
}
