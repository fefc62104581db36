import clsx from "clsx";
import { useId, type ReactNode } from "react";
import { settingLine } from "./setting-line.ts";

interface RowWords {
  readonly "aria-labelledby": string;
  readonly "aria-describedby"?: string;
}

interface SettingRowProps {
  title: ReactNode;
  hint?: ReactNode;
  /** The control, or what stands there; a function gives the words of the row to a control without its own. */
  children: ReactNode | ((words: RowWords) => ReactNode);
}

/** Words at the start, a control at the end; on a phone below each other. */
export function SettingRow({ title, hint, children }: SettingRowProps) {
  const id = useId();
  const words: RowWords = {
    "aria-labelledby": `${id}-title`,
    ...(hint !== undefined && { "aria-describedby": `${id}-hint` }),
  };
  return (
    <div
      className={clsx(
        settingLine,
        "flex items-center justify-between gap-x-6 gap-y-2.5 max-pair:flex-wrap max-pair:[&>button]:w-full",
      )}
    >
      <div className="min-w-0">
        <span id={`${id}-title`} className="block font-medium">
          {title}
        </span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="mt-px block text-xs text-ink-subtle wrap-anywhere">
            {hint}
          </span>
        )}
      </div>
      {typeof children === "function" ? children(words) : children}
    </div>
  );
}
