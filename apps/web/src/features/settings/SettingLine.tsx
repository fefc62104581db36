import clsx from "clsx";
import type { ReactNode } from "react";
import { settingLine } from "./setting-line.ts";

/** One line of a section, for what lays itself out: a `Switch`. */
export function SettingLine({ children }: { children: ReactNode }) {
  return <div className={clsx(settingLine, "grid items-center")}>{children}</div>;
}
