import { FILES_PER_MESSAGE } from "@colbin/protocol";
import { Upload } from "lucide-react";
import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { t } from "#web/lib/language/i18n.ts";
import { filesOf } from "./add-files.ts";
import { isOverSheet, sheetOf } from "./sheet-of.ts";
import { fileTexts } from "./texts.ts";

interface DropSurfaceProps {
  field: RefObject<HTMLTextAreaElement | null>;
  onDrop: (files: readonly File[]) => void;
}

/** Over the sheet of the composer, while files are dragged over it. */
export function DropSurface({ field, onDrop }: DropSurfaceProps) {
  const place = useDraggedOver(field, onDrop);
  if (!place) return null;
  const { left, top, width, height } = place;
  return createPortal(
    <div
      style={{ left, top, width, height }}
      className="pointer-events-none fixed z-dialog p-2"
      role="status"
    >
      <div className="grid size-full place-content-center justify-items-center gap-1 rounded-md bg-[color-mix(in_oklab,var(--color-accent-soft)_95%,transparent)] p-6 text-center outline-2 -outline-offset-2 outline-accent outline-dashed">
        <span className="mb-3 grid size-12 place-items-center rounded-lg bg-accent text-on-accent">
          <Upload aria-hidden="true" />
        </span>
        <b className="text-lg font-strong">{t(fileTexts.drop)}</b>
        <p className="text-ink-muted">{t(fileTexts.dropHint, { n: FILES_PER_MESSAGE })}</p>
      </div>
    </div>,
    document.body,
  );
}

/** The place of the sheet, while files are over it. */
function useDraggedOver(
  field: RefObject<HTMLTextAreaElement | null>,
  onDrop: DropSurfaceProps["onDrop"],
): DOMRect | undefined {
  const [place, setPlace] = useState<DOMRect>();
  const handle = useEffectEvent((event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    const mayDrop = isOverSheet(field.current, event.target);
    event.preventDefault();
    if (event.type === "drop") {
      setPlace(undefined);
      if (mayDrop) onDrop(filesOf(event.dataTransfer));
    } else if (event.type === "dragover") {
      if (mayDrop) event.dataTransfer.dropEffect = "copy";
      setPlace(mayDrop ? (place ?? sheetOf(field.current)?.getBoundingClientRect()) : undefined);
    } else if (event.relatedTarget === null) setPlace(undefined);
  });
  useEffect(() => {
    const listener = (event: DragEvent): void => handle(event);
    const kinds = ["dragover", "dragleave", "drop"] as const;
    for (const kind of kinds) window.addEventListener(kind, listener);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, listener);
    };
  }, []);
  return place;
}
