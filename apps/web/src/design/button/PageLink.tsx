import type { VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { Link } from "./Link.tsx";
import { buttonLook } from "./button-look.ts";

/** Leads to another page of the app, and looks like a button. */
export function PageLink(props: ComponentProps<typeof Link> & VariantProps<typeof buttonLook>) {
  const { variant, size, isBlock, className, ...rest } = props;
  return <Link {...rest} className={buttonLook({ variant, size, isBlock, className })} />;
}
