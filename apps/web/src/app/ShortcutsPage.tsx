import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { BackToRooms } from "#web/features/rooms/BackToRooms.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { ShortcutList } from "./ShortcutList.tsx";
import { appTexts } from "./texts.ts";

/** `/help/shortcuts` */
export function ShortcutsPage() {
  return (
    <>
      <div className="flex h-header flex-none items-center gap-2 border-b border-line ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
        <BackToRooms />
        <h1 className="text-body leading-5 font-strong max-pair:text-read">
          {t(appTexts.shortcuts)}
        </h1>
      </div>
      <ScrollRegion className="flex-1 px-gutter py-5">
        <div className="mx-auto max-w-120">
          <ShortcutList titleAs="h2" />
        </div>
      </ScrollRegion>
    </>
  );
}
