import { Skeleton } from "#web/design/page/Skeleton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { tableTexts } from "./table-texts.ts";

const widths = ["w-32", "w-24", "w-40", "w-28", "w-36", "w-24"];

/** Rows that are still to come. */
export function TableBones({ label }: { label: string }) {
  return (
    <div
      role="status"
      aria-label={t(tableTexts.loading, { label })}
      className="late min-h-0 flex-1 overflow-clip"
    >
      {widths.map((width, index) => (
        <div
          key={index}
          className="flex h-13 items-center gap-3 border-b border-line px-gutter last:border-transparent"
        >
          <Skeleton className="size-7 flex-none rounded-full" />
          <Skeleton className={`h-2.5 rounded-xs ${width}`} />
          <Skeleton className="ms-auto h-2.5 w-16 rounded-xs" />
        </div>
      ))}
    </div>
  );
}
