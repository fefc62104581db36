import { Skeleton } from "#web/design/page/Skeleton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { notificationTexts } from "./texts.ts";

export function RowBones() {
  return (
    <div role="status" aria-label={t(notificationTexts.loading)} className="late">
      {["w-48", "w-56", "w-40"].map((width) => (
        <div key={width} className="flex items-center gap-3 px-2.5 py-2">
          <Skeleton className="size-avatar flex-none rounded-full" />
          <Skeleton className={`h-3 rounded-xs ${width}`} />
        </div>
      ))}
    </div>
  );
}
