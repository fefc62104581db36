import { Check, Copy } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { languageName } from "./code-languages.ts";
import { blockTexts } from "./block-texts.ts";
import { useCopied } from "./use-copied.ts";

interface CodeHeadProps {
  /** The id of the element that names the block. */
  nameId: string;
  language: string;
  text: string;
}

export function CodeHead({ nameId, language, text }: CodeHeadProps) {
  const name = languageName(language);
  const { isCopied, copy } = useCopied(t(blockTexts.copyCodeFailed));
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="flex h-8 items-center justify-between ps-3 pe-1 text-xs text-ink-subtle coarse:h-control-sm">
      <span id={nameId} className="sr-only">
        {name ? t(blockTexts.codeIn, { language: name }) : t(blockTexts.code)}
      </span>
      <span aria-hidden="true">{name || t(blockTexts.code)}</span>
      <IconButton label={t(blockTexts.copyCode)} onClick={() => copy(text)}>
        <Icon className="icon-sm" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
