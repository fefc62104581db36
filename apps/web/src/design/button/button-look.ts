import { cva } from "class-variance-authority";

/** Classes of a button, whether it is one or a link. */
export const buttonLook = cva(
  [
    "inline-flex flex-none items-center justify-center gap-1.5 font-medium whitespace-nowrap no-underline",
    "transition-[background-color] duration-fast disabled:bg-hover disabled:text-ink-disabled disabled:shadow-none",
    "aria-disabled:bg-hover aria-disabled:text-ink-disabled aria-disabled:shadow-none",
  ],
  {
    variants: {
      variant: {
        primary: "bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-pressed",
        secondary: "layered bg-raised text-ink shadow-card",
        ghost: "text-ink-muted hover:bg-hover hover:text-ink active:bg-pressed",
        danger: "bg-danger text-on-danger hover:bg-danger-hover",
      },
      size: {
        sm: "h-control-sm rounded-sm px-2.25 text-xs",
        header: "h-control-md rounded-sm px-3",
        md: "h-control rounded-sm px-3",
        lg: "h-control-lg rounded-md px-4 text-md",
      },
      isBlock: { true: "w-full" },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);
