import { Skeleton } from "#web/design/page/Skeleton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { messageTexts } from "./texts.ts";

const lines = [
  ["w-24", "w-11/12", "w-1/2"],
  ["w-30", "w-2/3"],
  ["w-21", "w-11/12", "w-1/3"],
  ["w-28", "w-3/4"],
];

/** Messages that are on their way; they appear after 300 ms, when most have already come. */
export function MessageBones() {
  return (
    <div
      role="status"
      aria-label={t(messageTexts.loading)}
      className="column-inset flex flex-1 flex-col justify-end gap-4.5 pb-6"
    >
      {lines.map((widths) => (
        <div
          key={widths.join(" ")}
          className="late grid grid-cols-[var(--spacing-avatar)_minmax(0,1fr)] gap-3"
        >
          <Skeleton className="size-avatar rounded-full" />
          <div className="grid content-start gap-2 pt-0.75">
            {widths.map((width) => (
              <Skeleton key={width} className={`h-2.5 rounded-xs ${width}`} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
