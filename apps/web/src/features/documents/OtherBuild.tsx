import { Info } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { Banner } from "#web/design/page/Banner.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { editorTexts } from "./editor-texts.ts";

/** Above a text that this page cannot write together with the server, because one of them is newer. */
export function OtherBuild({ isOlder }: { isOlder: boolean }) {
  return (
    <div className="flex-none px-gutter pt-2.5 max-pair:px-2">
      <Banner
        icon={Info}
        action={
          isOlder && (
            <Button size="sm" onClick={() => window.location.reload()}>
              {t(editorTexts.reload)}
            </Button>
          )
        }
      >
        {t(isOlder ? editorTexts.older : editorTexts.newer)}
      </Banner>
    </div>
  );
}
