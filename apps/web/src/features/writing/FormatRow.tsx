import type { RefObject } from "react";
import { Toolbar } from "#web/design/button/Toolbar.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { FormatButtons } from "./FormatButtons.tsx";
import { writingTexts } from "./texts.ts";

/** Over the text, where the row below it has no room for the formats. */
export function FormatRow({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  return (
    <Toolbar
      label={t(writingTexts.formatting)}
      onLeave={() => field.current?.focus()}
      className="flex-wrap px-1.5 pt-1.5 max-pair:px-1 max-pair:pt-1"
    >
      <FormatButtons field={field} />
    </Toolbar>
  );
}
