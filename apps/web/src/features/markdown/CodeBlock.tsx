import { Check, Copy } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { languageName } from "./code-languages.ts";
import { contentTexts } from "./content-texts.ts";
import { useCopied } from "./use-copied.ts";

export function CodeBlock({ language, text }: { language: string; text: string }) {
  const name = languageName(language);
  const { isCopied, copy } = useCopied(t(contentTexts.copyCodeFailed));
  return (
    <figure
      aria-label={name ? t(contentTexts.codeIn, { language: name }) : t(contentTexts.code)}
      className="mt-1.75 max-w-measure rounded-md bg-sunken inset-ring inset-ring-line"
      dir="ltr"
    >
      <div className="flex h-8 items-center justify-between ps-3 pe-1 text-xs text-ink-subtle coarse:h-auto">
        <span>{name || t(contentTexts.code)}</span>
        <IconButton label={t(contentTexts.copyCode)} onClick={() => copy(text)}>
          {isCopied ? (
            <Check className="icon-sm" aria-hidden="true" />
          ) : (
            <Copy className="icon-sm" aria-hidden="true" />
          )}
        </IconButton>
      </div>
      <ScrollRegion className="rounded-b-md px-3 pb-2.75">
        <pre className="font-mono text-sm leading-5 text-code [font-variant-ligatures:none] [tab-size:2]">
          <code>{text}</code>
        </pre>
      </ScrollRegion>
    </figure>
  );
}
