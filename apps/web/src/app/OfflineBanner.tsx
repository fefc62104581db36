import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Banner } from "#web/design/page/Banner.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { OFFLINE_BANNER_DELAY_MS } from "./constants.ts";
import { appTexts } from "./texts.ts";

/** Mount it when the connection is lost; it stays silent for the first two seconds. */
export function OfflineBanner({ onRetry }: { onRetry: () => void }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), OFFLINE_BANNER_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <Banner
      icon={WifiOff}
      action={
        <Button size="sm" onClick={onRetry}>
          {t(appTexts.tryNow)}
        </Button>
      }
    >
      {t(appTexts.offline)}
    </Banner>
  );
}
