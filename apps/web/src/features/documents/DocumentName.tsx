import clsx from "clsx";
import { ChevronDown, Lock } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Link } from "#web/design/button/Link.tsx";
import { Chip } from "#web/design/form/Chip.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { documentPath } from "#web/lib/routing/paths.ts";
import { DocumentIcon } from "./DocumentIcon.tsx";
import type { DocumentLine } from "./document-lines.ts";
import { DocumentPlace } from "./DocumentPlace.tsx";
import { documentTexts } from "./document-texts.ts";
import { DocumentWhen } from "./DocumentWhen.tsx";

interface DocumentNameProps {
  line: DocumentLine;
  /** Some document of the list has others below it. */
  isTree: boolean;
  /** The list stands below the name of the place itself. */
  isBelowPlace?: boolean;
  onToggle: (id: string) => void;
}

/** Deeper ones stand no further in: a phone would have no room left for their titles. */
const DEPTH_SHOWN = 4;
const STEP_REM = 1.25;

/** The title of a document in a list, which leads to it, at its place in the tree. */
export function DocumentName(props: DocumentNameProps) {
  const { line, isTree, isBelowPlace = false, onToggle } = props;
  const { document, depth, hasChildren, isOpen } = line;
  const { id, title, icon, isLocked } = document;
  return (
    <span
      className="flex min-w-0 items-center gap-1.5 py-1"
      style={{ paddingInlineStart: `${Math.min(depth, DEPTH_SHOWN) * STEP_REM}rem` }}
    >
      {hasChildren ? (
        <IconButton
          label={t(isOpen ? documentTexts.close : documentTexts.open, { title })}
          aria-expanded={isOpen}
          className="aria-expanded:bg-transparent aria-expanded:hover:bg-hover"
          onClick={() => onToggle(id)}
        >
          <ChevronDown
            aria-hidden="true"
            className={clsx("icon-sm", !isOpen && "-rotate-90 rtl:rotate-90")}
          />
        </IconButton>
      ) : (
        isTree && <span className="w-control-sm flex-none" />
      )}
      <DocumentIcon icon={icon} />
      <span className="min-w-0">
        <Link to={documentPath(id)} className="font-medium text-ink hover:underline">
          <bdi className="wrap-anywhere">{title}</bdi>
        </Link>
        <span className="block text-xs text-ink-subtle pair:hidden">
          {!isBelowPlace && (
            <>
              <DocumentPlace document={document} />
              {" · "}
            </>
          )}
          <DocumentWhen at={document.updatedAt} />
        </span>
      </span>
      {isLocked && <Chip icon={Lock}>{t(documentTexts.locked)}</Chip>}
    </span>
  );
}
