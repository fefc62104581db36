import clsx from "clsx";
import type { ComponentProps } from "react";
import { Field, type FieldWords } from "./Field.tsx";
import { fieldEdge } from "./field-edge.ts";

interface TextAreaProps
  extends Omit<ComponentProps<"textarea">, "onChange" | keyof FieldWords>, FieldWords {
  value: string;
  onChange: (value: string) => void;
}

/** Several lines; taller by its corner. */
export function TextArea(props: TextAreaProps) {
  const {
    label,
    isLabelHidden = false,
    value,
    onChange,
    error,
    hint,
    count,
    className,
    ...rest
  } = props;
  const words = {
    isLabelHidden,
    error,
    hint,
    count,
    className,
    ...(label !== undefined && { label }),
  };
  return (
    <Field {...words} name={rest.name}>
      {(control, forget) => (
        <textarea
          {...rest}
          {...control}
          value={value}
          onChange={(event) => {
            forget();
            onChange(event.target.value);
          }}
          className={clsx("block w-full resize-y rounded-sm px-2.5 py-1.5 text-md", fieldEdge)}
        />
      )}
    </Field>
  );
}
