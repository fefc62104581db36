import clsx from "clsx";
import type { ComponentProps } from "react";
import { Field, type FieldWords } from "./Field.tsx";
import { fieldEdge } from "./field-edge.ts";

interface TextFieldProps extends Omit<
  ComponentProps<"input">,
  "onChange" | "size" | keyof FieldWords
> {
  label: string;
  isLabelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  error?: FieldWords["error"];
  hint?: FieldWords["hint"];
  count?: FieldWords["count"];
  className?: FieldWords["className"];
  size?: "md" | "lg";
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    isLabelHidden = false,
    value,
    onChange,
    error,
    hint,
    count,
    size = "md",
    className,
    ...rest
  } = props;
  const words = { label, isLabelHidden, error, hint, count, className };
  return (
    <Field {...words} name={rest.name}>
      {(control, forget) => (
        <input
          {...rest}
          {...control}
          value={value}
          onChange={(event) => {
            forget();
            onChange(event.target.value);
          }}
          className={clsx(
            "block w-full",
            fieldEdge,
            size === "lg"
              ? "h-control-lg rounded-md px-3 text-body"
              : "h-control rounded-sm px-2.5 text-md",
          )}
        />
      )}
    </Field>
  );
}
