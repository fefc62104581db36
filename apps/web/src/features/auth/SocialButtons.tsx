import { Button } from "#web/design/button/Button.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { BrandIcon } from "./BrandIcon.tsx";
import { authTexts } from "./texts.ts";

export type SocialProvider = "google" | "github";

interface SocialButtonsProps {
  /** The providers that the server is set up for; without any the whole part is absent. */
  providers: readonly SocialProvider[];
  onPick: (provider: SocialProvider) => void;
}

export function SocialButtons({ providers, onPick }: SocialButtonsProps) {
  if (providers.length === 0) return null;
  return (
    <>
      <p className="mt-5 mb-3.5 flex items-center gap-3 text-2xs font-medium tracking-caps text-ink-subtle">
        <i className="h-px flex-1 bg-line" />
        {t(authTexts.divider)}
        <i className="h-px flex-1 bg-line" />
      </p>
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {providers.map((provider) => (
          <Button key={provider} size="lg" onClick={() => onPick(provider)}>
            <BrandIcon provider={provider} />
            {t(authTexts[provider])}
          </Button>
        ))}
      </div>
    </>
  );
}
