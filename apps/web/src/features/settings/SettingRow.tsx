import clsx from "clsx";
import { useId, type ReactNode } from "react";

interface RowWords {
  readonly "aria-labelledby": string;
  readonly "aria-describedby"?: string;
}

interface SettingRowProps {
  title: string;
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
        "flex items-center justify-between gap-x-6 gap-y-2.5 max-pair:flex-wrap",
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

/** The room of one line in a section, for what lays itself out: a `Switch`. */
export function SettingLine({ children }: { children: ReactNode }) {
  return <div className={clsx(settingLine, "grid items-center")}>{children}</div>;
}

const settingLine = "min-h-14 px-4.5 py-2.25 max-pair:px-3.5 max-pair:py-3";
