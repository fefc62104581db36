import { Copy } from "lucide-react";
import { useId } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { copyAndTell } from "#web/design/form/copy-text.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { apiKeyTexts } from "./api-key-texts.ts";

const ColouredCode = lazyPart(
  () => import("#web/features/markdown/late-blocks.ts"),
  "ColouredCode",
);

interface CallCodeProps {
  title: string;
  /** As a terminal takes it. */
  text: string;
}

/** A call to try, to be copied. */
export function CallCode({ title, text }: CallCodeProps) {
  const titleId = useId();
  return (
    <figure
      aria-labelledby={titleId}
      className="min-w-0 rounded-md bg-sunken inset-ring inset-ring-line"
    >
      <div className="flex h-8 items-center justify-between ps-3 pe-1 text-xs text-ink-subtle coarse:h-control-sm">
        <span id={titleId}>{title}</span>
        <IconButton label={t(apiKeyTexts.copyCode)} onClick={() => void copyAndTell(text)}>
          <Copy className="icon-sm" aria-hidden="true" />
        </IconButton>
      </div>
      <ScrollRegion className="rounded-b-md px-3 pb-2.75">
        <pre
          dir="ltr"
          className="font-mono text-sm leading-5 text-code [font-variant-ligatures:none]"
        >
          <code>
            <ColouredCode language="bash" text={text} missing={text} renderFailed={() => text} />
          </code>
        </pre>
      </ScrollRegion>
    </figure>
  );
}
