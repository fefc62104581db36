import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "#web/design/button/Link.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { DOCUMENTS_PATH } from "#web/lib/routing/paths.ts";
import { documentTexts } from "./document-texts.ts";

interface DocumentFrameProps {
  title: string;
  /** Before the title on a wide screen: where the document is. */
  place?: ReactNode;
  /** How the document stands. */
  state?: ReactNode;
  /** At the end of the head. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A document, or what stands in its place, below its head. */
export function DocumentFrame({ title, place, state, tools, children }: DocumentFrameProps) {
  return (
    <>
      <div className="flex h-header flex-none items-center gap-2 border-b border-line ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
        <Link
          to={DOCUMENTS_PATH}
          aria-label={t(documentTexts.back)}
          className="grid size-control-sm flex-none place-items-center rounded-sm text-ink-subtle hover:bg-hover hover:text-ink pair:hidden"
        >
          <ArrowLeft className="rtl:-scale-x-100" aria-hidden="true" />
        </Link>
        <div className="flex min-w-0 flex-1 items-center gap-2 max-pair:flex-col max-pair:items-start max-pair:gap-0">
          {place && (
            <>
              <span className="clip-line flex-initial text-ink-subtle max-pair:hidden">
                {place}
              </span>
              <span aria-hidden="true" className="text-ink-subtle max-pair:hidden">
                /
              </span>
            </>
          )}
          <h1
            dir="auto"
            className="clip-line max-w-full flex-initial leading-5 max-pair:font-strong"
          >
            {title}
          </h1>
          {state}
        </div>
        {tools && <div className="flex flex-none items-center gap-2 max-pair:gap-0.5">{tools}</div>}
      </div>
      {children}
    </>
  );
}
