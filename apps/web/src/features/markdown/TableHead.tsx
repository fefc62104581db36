import { Check, Copy, Download } from "lucide-react";
import type { ReactNode } from "react";
import { saveFile } from "#web/lib/device/save-file.ts";
import { t } from "#web/lib/language/i18n.ts";
import { blockTexts } from "./block-texts.ts";
import { toCsv, toTsv } from "./csv.ts";
import { useCopied } from "./use-copied.ts";

export function TableHead({ texts }: { texts: readonly (readonly string[])[] }) {
  const { isCopied, copy } = useCopied(t(blockTexts.copyTableFailed));
  const CopyIcon = isCopied ? Check : Copy;
  return (
    <div className="flex h-8 items-center gap-0.5 ps-3 pe-1 text-xs text-ink-subtle coarse:h-control-sm">
      <span className="me-auto pe-6">{t(blockTexts.rows, { n: texts.length - 1 })}</span>
      <TableAction label={t(blockTexts.copyTable)} onClick={() => copy(toTsv(texts))}>
        <CopyIcon className="icon-sm" aria-hidden="true" />
        {t(blockTexts.copy)}
      </TableAction>
      <TableAction
        label={t(blockTexts.exportCsv)}
        onClick={() => saveFile("table.csv", "text/csv;charset=utf-8", toCsv(texts))}
      >
        <Download className="icon-sm" aria-hidden="true" />
        {t(blockTexts.csv)}
      </TableAction>
    </div>
  );
}

interface TableActionProps {
  label: string;
  onClick: () => void;
  children: ReactNode;
}

function TableAction({ label, onClick, children }: TableActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="inline-flex h-control-sm items-center gap-1.25 rounded-sm px-1.75 font-medium hover:bg-hover hover:text-ink active:bg-pressed"
    >
      {children}
    </button>
  );
}
