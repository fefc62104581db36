import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useFieldError } from "./use-submission.ts";

/** Words that a field may show, whatever is filled in. */
export interface FieldWords {
  /** Left out only where `aria-labelledby` names it. */
  label?: string;
  isLabelHidden?: boolean;
  /** How much of what fits is typed, at the end of the label: for the eye, since no more than that can be typed. */
  count?: string | undefined;
  /** Instead of what a refusal says of its `name` (`FormFieldsContext`). */
  error?: string | undefined;
  hint?: string | undefined;
  className?: string | undefined;
}

interface Control {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby"?: string;
}

interface FieldProps extends FieldWords {
  name: string | undefined;
  /** Draws the control; call `forget` when the person corrects it. */
  children: (control: Control, forget: () => void) => ReactNode;
}

/** Label above, error or hint below, tied to what is between them. */
export function Field(props: FieldProps) {
  const { label, isLabelHidden, count, name, error: ownError, hint, className, children } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const refused = useFieldError(name);
  const error = ownError ?? refused.error;
  const note = error || hint ? { "aria-describedby": noteId } : {};
  return (
    <div className={className}>
      {label !== undefined && (
        <div className={isLabelHidden ? "sr-only" : "mb-1.5 flex justify-between gap-3"}>
          <label className="font-medium" htmlFor={id}>
            {label}
          </label>
          {count !== undefined && (
            <span aria-hidden="true" className="text-xs text-ink-subtle tabular-nums">
              {count}
            </span>
          )}
        </div>
      )}
      {children({ id, "aria-invalid": error !== undefined, ...note }, refused.forget)}
      {error ? (
        <p id={noteId} className="mt-1.5 flex items-center gap-1.25 text-xs text-danger-ink">
          <CircleAlert className="icon-sm" aria-hidden="true" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={noteId} className="mt-1.5 text-xs wrap-anywhere text-ink-subtle">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
