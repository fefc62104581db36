import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import { useId, type ComponentProps } from "react";
import { useFieldError } from "./use-submission.ts";

interface TextFieldProps extends Omit<ComponentProps<"input">, "onChange" | "size"> {
  label: string;
  isLabelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  /** Instead of what a refusal says of its `name` (`FormFieldsContext`). */
  error?: string | undefined;
  hint?: string | undefined;
  size?: "md" | "lg";
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    isLabelHidden,
    value,
    onChange,
    error: ownError,
    hint,
    size = "md",
    className,
    ...rest
  } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const refused = useFieldError(props.name);
  const error = ownError ?? refused.error;
  return (
    <div className={className}>
      <label className={isLabelHidden ? "sr-only" : "mb-1.5 block font-medium"} htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        value={value}
        onChange={(event) => {
          refused.forget();
          onChange(event.target.value);
        }}
        aria-invalid={error !== undefined}
        aria-describedby={error || hint ? noteId : undefined}
        className={clsx(
          "block w-full border border-control bg-field focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus",
          "aria-invalid:border-danger aria-invalid:outline-danger coarse:text-read",
          size === "lg"
            ? "h-control-lg rounded-md px-3 text-body"
            : "h-control rounded-sm px-2.5 text-md",
        )}
      />
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
