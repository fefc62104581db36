import type { File } from "@colbin/protocol";
import { ChevronLeft, ChevronRight, FolderOpen } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { SideSheet } from "#web/design/overlay/SideSheet.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useConnectionBack } from "#web/lib/api/use-connection-back.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useRenewal } from "#web/lib/api/use-renewal.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { place } from "#web/lib/routing/history.ts";
import { FILES_PATH } from "#web/lib/routing/paths.ts";
import { openSide, type SideProps } from "#web/lib/routing/side.ts";
import { fileDetailsTexts } from "./details-texts.ts";
import { FileActs } from "./FileActs.tsx";
import { FileFacts } from "./FileFacts.tsx";
import { FilePreview } from "./FilePreview.tsx";
import { shownFiles } from "./shown-files.ts";
import { fileTexts } from "./texts.ts";

/** One file: what it shows, its facts, and the acts on it. The arrows lead through the list that it was opened from. */
export function FileSheet({ at, onClose }: SideProps<"file">) {
  const { files, more } = useStore(shownFiles, (it) => it);
  const listed = files.find(({ id }) => id === at);
  const { data, error, refetch } = useCall("getFile", { params: { id: at } });
  useRenewal("getFile", String(listed?.status));
  const isGone = error?.code === "FILE_NOT_FOUND";
  const file = data ?? (isGone ? undefined : listed);
  useConnectionBack(error !== null && !isGone, refetch);
  const index = files.findIndex(({ id }) => id === at);
  const isNearEnd = index >= files.length - 2;
  useEffect(() => {
    if (index !== -1 && isNearEnd) more();
  }, [index, isNearEnd, more]);
  const go = (to: File | undefined) => to && openSide({ name: "file", at: to.id });
  const [previous, next] = [files[index - 1], index === -1 ? undefined : files[index + 1]];
  useArrows(
    () => go(previous),
    () => go(next),
  );
  return (
    <SideSheet
      title={file?.name ?? t(fileTexts.title)}
      onClose={onClose}
      tools={
        <>
          <BackToRoom />
          {index !== -1 && (
            <Steps previous={previous} next={next} onStep={go} index={index} total={files.length} />
          )}
        </>
      }
    >
      <ScrollRegion className="min-h-0 flex-1 px-4.5 py-4 max-pair:px-4">
        {file && (
          <div key={file.id} className="grid grid-cols-1 content-start gap-4">
            <FilePreview file={file} />
            <FileActs file={file} />
            <FileFacts file={file} />
          </div>
        )}
        {!file && !error && (
          <div role="status" aria-label={t(fileTexts.loading)} className="late grid p-6">
            <Spinner />
          </div>
        )}
        {!file && isGone && <EmptyState icon={FolderOpen} title={t(fileDetailsTexts.notFound)} />}
        {!file && error && !isGone && (
          <ErrorState
            title={t(fileTexts.loadFailed)}
            text={errorText(error)}
            onRetry={() => void refetch()}
          />
        )}
      </ScrollRegion>
    </SideSheet>
  );
}

/** Beside a room: its list of files had the place of this sheet. */
function BackToRoom() {
  if (place.getSnapshot().location.pathname === FILES_PATH) return null;
  return (
    <IconButton
      label={t(fileDetailsTexts.back)}
      onClick={() => openSide({ name: "details", at: "files" })}
    >
      <FolderOpen aria-hidden="true" />
    </IconButton>
  );
}

interface StepsProps {
  previous: File | undefined;
  next: File | undefined;
  onStep: (to: File | undefined) => void;
  index: number;
  total: number;
}

function Steps({ previous, next, onStep, index, total }: StepsProps) {
  return (
    <>
      <span role="status" className="sr-only">
        {t(fileDetailsTexts.place, { n: index + 1, total })}
      </span>
      {/* Never `disabled`, which would take the focus from whoever leafs through. */}
      <IconButton
        label={t(fileDetailsTexts.previous)}
        shortcut="←"
        aria-disabled={!previous}
        onClick={() => onStep(previous)}
      >
        <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t(fileDetailsTexts.next)}
        shortcut="→"
        aria-disabled={!next}
        onClick={() => onStep(next)}
      >
        <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** The arrow keys anywhere in the sheet, but where something in it has a use for them. */
function useArrows(onPrevious: () => void, onNext: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent): void => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const isInSheet = target instanceof Element && target.closest("[data-region=side]") !== null;
    if (!isInSheet || target.matches("video, audio, input, textarea")) return;
    // It scrolls to the side, by the same keys.
    if (target.scrollWidth > target.clientWidth && target.matches("[tabindex='0']")) return;
    event.preventDefault();
    const isForwards = (key === "ArrowRight") === (document.documentElement.dir !== "rtl");
    if (isForwards) onNext();
    else onPrevious();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
