import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "#web/design/button/Link.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { SettingsColumn } from "./SettingsColumn.tsx";
import { settingsTexts } from "./texts.ts";

interface SettingsPageProps {
  title: string;
  /** Beside the title, such as a count. */
  note?: ReactNode;
  /** Buttons at the end of the head. */
  tools?: ReactNode;
  /** One sentence above the sections. */
  lead?: string;
  /** The content takes all the room that is left, such as a table: no lead, no column. */
  isFilled?: boolean;
  children: ReactNode;
}

/** One page of the settings: its head, and sections in a column below. */
export function SettingsPage(props: SettingsPageProps) {
  const { title, note, tools, lead, isFilled = false, children } = props;
  return (
    <>
      <div className="flex h-header flex-none items-center gap-2 border-b border-line ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
        <Link
          to="/settings"
          aria-label={t(settingsTexts.backToList)}
          className="grid size-control-sm flex-none place-items-center rounded-sm text-ink-subtle hover:bg-hover hover:text-ink pair:hidden"
        >
          <ArrowLeft className="rtl:-scale-x-100" aria-hidden="true" />
        </Link>
        <h1 className="clip-line text-body leading-5 font-strong max-pair:text-read">{title}</h1>
        {note !== undefined && (
          <span className="flex-none text-ink-subtle tabular-nums">{note}</span>
        )}
        {tools !== undefined && <div className="ms-auto flex flex-none gap-2">{tools}</div>}
      </div>
      {isFilled ? (
        children
      ) : (
        <SettingsColumn>
          {lead !== undefined && <p className="-mb-3 text-ink-muted">{lead}</p>}
          {children}
        </SettingsColumn>
      )}
    </>
  );
}
