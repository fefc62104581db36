import { Tabs as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { tabLook } from "./tab-look.ts";

interface TabsProps<V extends string> {
  label: string;
  tabs: readonly { readonly value: V; readonly label: string }[];
  value: V;
  onChange: (value: V) => void;
  /** What the open tab shows. */
  children: ReactNode;
}

/** Parts of one page of which one is open; the arrow keys open the next. Pages of their own are `TabLinks`. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) {
  return (
    <Primitive.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((each) => each.value === next);
        if (tab) onChange(tab.value);
      }}
      className="w-full min-w-0"
    >
      <Primitive.List aria-label={label} className="flex gap-5 border-b border-line">
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.value} value={tab.value} className={tabLook}>
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      <Primitive.Content key={value} value={value} className="pt-4">
        {children}
      </Primitive.Content>
    </Primitive.Root>
  );
}
