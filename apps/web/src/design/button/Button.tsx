import type { VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { busyProps } from "./busy-props.ts";
import { buttonLook } from "./button-look.ts";

type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonLook> & { isBusy?: boolean };

export function Button(props: ButtonProps) {
  const { variant, size, isBlock, isBusy = false, className, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      {...busyProps(isBusy, rest)}
      className={buttonLook({ variant, size, isBlock, className })}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}
