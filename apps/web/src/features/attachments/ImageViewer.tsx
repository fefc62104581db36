import { ChevronLeft, ChevronRight, Maximize, X, ZoomIn, ZoomOut } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { focusPlace, giveBack, useEscape } from "#web/design/overlay/dialog-keys.ts";
import { useWayBack } from "#web/design/overlay/use-way-back.ts";
import { useMediaLoad } from "#web/lib/api/use-media-load.ts";
import { t } from "#web/lib/language/i18n.ts";
import { hold, moveBy, moves, putBack, type Held, type Point } from "./enlarged-picture.ts";
import { PictureFailed } from "./PictureFailed.tsx";
import { viewerTexts } from "./viewer-texts.ts";

export interface Picture {
  readonly key: string;
  readonly src: string;
  readonly title: string;
  /** Under the title, smaller. */
  readonly note: string;
  /** The words for it; empty where there are none. */
  readonly alt: string;
  /** At the end of the head: the way to the original. */
  readonly link: ReactNode;
}

interface ImageViewerProps {
  pictures: readonly Picture[];
  /** The one that is shown first. */
  start?: number;
  onClose: () => void;
}

const ZOOM_MAX = 8;
const ZOOM_STEP = 1.5;
/** A double click enlarges by so much. */
const ZOOM_CLOSER = 2.5;

/** The whole window for one picture. Pictures are judged on dark, so it is dark in both themes. */
export function ImageViewer({ pictures, start = 0, onClose }: ImageViewerProps) {
  const [place] = useState(focusPlace);
  const content = useEscape(onClose);
  const stage = useRef<HTMLDivElement>(null);
  useWayBack(true, onClose);
  const { picture, at, count, show } = useCurrent(pictures, start, onClose);
  const [enlarged, setEnlarged] = useState({ key: picture?.key, zoom: 1 });
  /** 1 fits the window. */
  const zoom = enlarged.key === picture?.key ? enlarged.zoom : 1;
  const held = useRef<Held>(undefined);
  function setWithin(next: number, clicked?: Point): void {
    held.current = hold(stage.current, clicked);
    setEnlarged({ key: picture?.key, zoom: Math.min(ZOOM_MAX, Math.max(1, next)) });
  }

  const turn = (by: number): void => show((at + by + count) % count);

  function handleKey(event: KeyboardEvent): void {
    const acts: Record<string, () => void> = {
      "+": () => setWithin(zoom * ZOOM_STEP),
      "=": () => setWithin(zoom * ZOOM_STEP),
      "-": () => setWithin(zoom / ZOOM_STEP),
      "0": () => setWithin(1),
      ...(zoom === 1 && { ArrowLeft: () => turn(-1), ArrowRight: () => turn(1) }),
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = zoom > 1 ? moves[event.key] : undefined;
    const act = move ? () => moveBy(stage.current, move) : acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  if (!picture) return null;
  return (
    <Primitive.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Primitive.Portal>
        <Primitive.Content
          ref={content}
          aria-describedby={undefined}
          onKeyDown={handleKey}
          // By itself Radix would choose the first button.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            content.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveBack(place);
          }}
          data-surface=""
          className="animate-appear fixed inset-0 z-dialog grid grid-rows-[auto_minmax(0,1fr)] bg-canvas text-ink scheme-dark focus:outline-none"
        >
          <Head picture={picture} at={at} count={count} zoom={zoom} onZoom={setWithin} />
          <div className="relative grid min-h-0 grid-cols-1 grid-rows-1">
            <Stage
              key={picture.key}
              ref={stage}
              picture={picture}
              zoom={zoom}
              held={held}
              onZoom={setWithin}
            />
            {count > 1 && (
              <>
                <Turn
                  label={t(viewerTexts.previous)}
                  className="start-3.5"
                  onClick={() => turn(-1)}
                >
                  <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
                </Turn>
                <Turn label={t(viewerTexts.next)} className="end-3.5" onClick={() => turn(1)}>
                  <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
                </Turn>
              </>
            )}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The picture that is shown: where it is deleted its neighbour, and after the last one the viewer goes. */
function useCurrent(pictures: readonly Picture[], start: number, onClose: () => void) {
  const [last, setLast] = useState({ at: start, key: pictures[start]?.key });
  const count = pictures.length;
  const found = pictures.findIndex(({ key }) => key === last.key);
  const at = found === -1 ? Math.min(last.at, count - 1) : found;
  const picture = pictures[at];
  const show = (next: number) => setLast({ at: next, key: pictures[next]?.key });
  if (picture && (at !== last.at || picture.key !== last.key)) show(at);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (count === 0) close();
  }, [count]);
  return { picture, at, count, show };
}

interface HeadProps {
  picture: Picture;
  at: number;
  count: number;
  zoom: number;
  onZoom: (zoom: number) => void;
}

function Head({ picture, at, count, zoom, onZoom }: HeadProps) {
  return (
    <header className="flex min-h-14 items-center gap-1 ps-4 pe-2.5 max-pair:ps-3">
      <div className="min-w-0 flex-1">
        <Primitive.Title dir="auto" className="clip-line text-body font-strong">
          {picture.title}
        </Primitive.Title>
        <p className="clip-line text-xs text-ink-subtle">{picture.note}</p>
      </div>
      {count > 1 && (
        <p role="status" className="px-2 whitespace-nowrap text-ink-muted tabular-nums">
          {t(viewerTexts.place, { at: at + 1, n: count })}
        </p>
      )}
      <ZoomButtons zoom={zoom} onZoom={onZoom} />
      {picture.link}
      <Primitive.Close asChild>
        <IconButton label={t(viewerTexts.close)} size="md">
          <X aria-hidden="true" />
        </IconButton>
      </Primitive.Close>
    </header>
  );
}

function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  return (
    <div role="group" aria-label={t(viewerTexts.zoom)} className="flex max-pair:hidden">
      <IconButton
        label={t(viewerTexts.zoomOut)}
        size="md"
        aria-disabled={zoom === 1}
        onClick={() => onZoom(zoom / ZOOM_STEP)}
      >
        <ZoomOut aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t(viewerTexts.zoomIn)}
        size="md"
        aria-disabled={zoom === ZOOM_MAX}
        onClick={() => onZoom(zoom * ZOOM_STEP)}
      >
        <ZoomIn aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t(viewerTexts.fit)}
        size="md"
        aria-disabled={zoom === 1}
        onClick={() => onZoom(1)}
      >
        <Maximize aria-hidden="true" />
      </IconButton>
    </div>
  );
}

interface StageProps {
  ref: RefObject<HTMLDivElement | null>;
  picture: Picture;
  zoom: number;
  /** Set before the zoom changes. */
  held: RefObject<Held | undefined>;
  onZoom: (zoom: number, clicked: Point) => void;
}

/** Enlarged, the picture is scrolled; on a touch screen two fingers do what the browser does with them. */
function Stage({ ref, picture, zoom, held, onZoom }: StageProps) {
  const { src, alt, title } = picture;
  const { holder, hasFailed, fail, retry } = useMediaLoad(src);
  useLayoutEffect(() => {
    if (held.current) putBack(ref.current, held.current);
  }, [ref, held, zoom]);
  if (hasFailed) return <PictureFailed ref={holder} name={alt || title} onRetry={retry} />;
  return (
    <div
      ref={ref}
      // Scrolled by the keyboard as well.
      {...(zoom > 1 && { tabIndex: 0, role: "region", "aria-label": t(viewerTexts.enlarged) })}
      className="grid min-h-0 overflow-auto px-18 pt-1 pb-3 max-pair:p-0"
    >
      <div
        role="presentation"
        onDoubleClick={({ clientX, clientY }) =>
          onZoom(zoom > 1 ? 1 : ZOOM_CLOSER, { x: clientX, y: clientY })
        }
        style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
        className="grid min-h-0 grid-cols-1 grid-rows-1 place-items-center"
      >
        <img
          ref={holder}
          src={src}
          alt={alt}
          onError={fail}
          className="max-h-full max-w-full rounded-xs object-contain max-pair:rounded-none"
          style={zoom > 1 ? { width: "100%", height: "100%" } : undefined}
        />
      </div>
    </div>
  );
}

interface TurnProps {
  label: string;
  className: string;
  onClick: () => void;
  children: ReactNode;
}

function Turn({ label, className, onClick, children }: TurnProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      onClick={onClick}
      className={`absolute inset-y-0 my-auto grid size-11 place-items-center rounded-full bg-raised text-ink hover:bg-hover ${className}`}
    >
      {children}
    </button>
  );
}
