import clsx from "clsx";
import { useId, useState } from "react";

interface OtpFieldProps {
  label: string;
  length: number;
  value: string;
  onChange: (digits: string) => void;
  error?: string | undefined;
  /** Says the expected form to those who cannot see the boxes. */
  hint: string;
}

/** One real field, drawn as boxes: it takes a pasted or filled-in code whole and is read as a single field. */
export function OtpField({ label, length, value, onChange, error, hint }: OtpFieldProps) {
  const id = useId();
  const [isFocused, setFocused] = useState(false);
  const next = Math.min(value.length, length - 1);
  return (
    <div>
      <label className="mb-1.5 block font-medium" htmlFor={id}>
        {label}
      </label>
      <div className="relative grid auto-cols-fr grid-flow-col gap-2" dir="ltr">
        <input
          id={id}

          autoFocus
          className="absolute inset-0 size-full cursor-text opacity-0"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, "").slice(0, length))}
          onSelect={(event) => keepCaretAtEnd(event.currentTarget)}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
        />
        {Array.from({ length }, (_, index) => (
          <span
            key={index}
            aria-hidden="true"
            className={clsx(
              "grid h-14 place-items-center rounded-md border bg-field text-xl font-medium tabular-nums",
              isFocused && index === next
                ? "border-focus outline-2 -outline-offset-1 outline-focus"
                : error
                  ? "border-danger"
                  : "border-control",
            )}
          >
            {value[index] ??
              (isFocused && index === next && <i className="animate-caret h-6 w-0.5 bg-ink" />)}
          </span>
        ))}
      </div>
      <p id={`${id}-note`} className={error ? "mt-1.5 text-xs text-danger-ink" : "sr-only"}>
        {error ?? hint}
      </p>
    </div>
  );
}

/** The boxes show the caret after the last digit, so that is where it must be. */
function keepCaretAtEnd(input: HTMLInputElement): void {
  const end = input.value.length;
  const hasSelection = input.selectionStart !== input.selectionEnd;
  if (!hasSelection && input.selectionEnd !== end) input.setSelectionRange(end, end);
}
