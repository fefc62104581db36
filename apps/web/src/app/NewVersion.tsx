import { Info } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { Banner } from "#web/design/page/Banner.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { appTexts } from "./texts.ts";

/** The build of this page; undefined where it was not built, as in `npm run dev`. */
const ownBuild = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;

/** Tells that the server has another build of the app than this page; the page goes on with its own until it is loaded anew. */
export function NewVersion() {
  const build = useStore(chat.store, ({ webBuild }) => webBuild);
  if (ownBuild === undefined || build === undefined || build === ownBuild) return null;
  return (
    <Banner
      icon={Info}
      action={
        <Button size="sm" onClick={() => window.location.reload()}>
          {t(appTexts.reload)}
        </Button>
      }
    >
      {t(appTexts.newVersion)}
    </Banner>
  );
}
