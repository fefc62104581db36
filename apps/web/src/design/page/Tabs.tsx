import clsx from "clsx";
import { Tabs as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { tabLook } from "./tab-look.ts";

interface Tab<V extends string> {
  readonly value: V;
  readonly label: string;
  /** Behind the label, such as a number. */
  readonly badge?: ReactNode;
}

interface TabsProps<V extends string> {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Fills the height that is left, such as that of a sheet; what the open tab shows scrolls by itself. */
  isFull?: boolean;
  /** The content of the open tab. */
  children: ReactNode;
}

/** Parts of one page of which one is open; the arrow keys open the next. Pages of their own are `TabLinks`. */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { label, tabs, value, onChange, isFull = false, children } = props;
  return (
    <Primitive.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((each) => each.value === next);
        if (tab) onChange(tab.value);
      }}
      className={clsx("w-full min-w-0", isFull && "flex min-h-0 flex-1 flex-col")}
    >
      <Primitive.List
        aria-label={label}
        className={clsx(
          "flex border-b border-line",
          isFull ? "flex-none gap-4.5 overflow-x-auto px-gutter" : "gap-5",
        )}
      >
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.value} value={tab.value} className={tabLook}>
            {tab.label}
            {tab.badge}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      <Primitive.Content
        key={value}
        value={value}
        className={isFull ? "flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2" : "pt-4"}
      >
        {children}
      </Primitive.Content>
    </Primitive.Root>
  );
}
