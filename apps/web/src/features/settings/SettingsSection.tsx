import clsx from "clsx";
import { useId, type ReactNode } from "react";

interface SettingsSectionProps {
  title: string;
  /** At the end of the title, such as a button. */
  tools?: ReactNode;
  /** The section holds acts that cannot be undone. */
  isDanger?: boolean;
  /** `SettingRow`s, `Switch`es, a `SettingsForm`: a line lies between them. */
  children: ReactNode;
}

/** A group of settings under a title. */
export function SettingsSection({ title, tools, isDanger, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2.5 flex items-baseline justify-between gap-3">
        <h2 id={id} className="text-body leading-5 font-strong">
          {title}
        </h2>
        {tools}
      </div>
      <div
        data-surface=""
        className={clsx(
          "divide-y rounded-lg inset-ring",
          isDanger ? "divide-danger-line inset-ring-danger-line" : "divide-line inset-ring-line",
        )}
      >
        {children}
      </div>
    </section>
  );
}
