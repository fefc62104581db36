import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import Cropper, { type Area } from "react-easy-crop";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { cutSquare } from "./cut-square.ts";
import { avatarTexts } from "./texts.ts";

const ZOOM_MAX = 4;
const ZOOM_STEP = 0.1;
const MOVE_STEP = 4;

interface CropDialogProps {
  file: File;
  /** As it will be shown: people are round, places are square. */
  isRound: boolean;
  /** Rejects where it was refused. */
  onSave: (image: Blob) => Promise<unknown>;
  onClose: () => void;
}

/** Asks which part of an image becomes the picture. */
export function CropDialog({ file, isRound, onSave, onClose }: CropDialogProps) {
  const source = useSource(file);
  const helpId = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [isBroken, setBroken] = useState(false);
  const [isReady, setReady] = useState(false);
  const area = useRef<Area>(undefined);
  const zoomTo = (next: number) => setZoom(Math.min(ZOOM_MAX, Math.max(1, next)));
  const zoomByKey = (event: KeyboardEvent): void => {
    const step = { "+": ZOOM_STEP, "=": ZOOM_STEP, "-": -ZOOM_STEP, "−": -ZOOM_STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    zoomTo(zoom + step);
  };
  const save = async (): Promise<void> => {
    if (source !== undefined && area.current) await onSave(await cutSquare(source, area.current));
  };
  return (
    <FormDialog
      title={t(avatarTexts.crop)}
      verb={t(avatarTexts.save)}
      failure={t(avatarTexts.saveFailed)}
      isDisabled={isBroken || !isReady}
      onConfirm={save}
      onClose={onClose}
    >
      {isBroken ? (
        <Note>{t(avatarTexts.unreadable)}</Note>
      ) : (
        <>
          <div
            className="relative mx-auto aspect-square w-full max-w-72 overflow-hidden rounded-md bg-hover"
            onKeyDown={zoomByKey}
            role="presentation"
          >
            {source !== undefined && (
              <Cropper
                image={source}
                crop={crop}
                zoom={zoom}
                maxZoom={ZOOM_MAX}
                aspect={1}
                // The shorter side fills the square, also that of a small image.
                objectFit="cover"
                cropShape={isRound ? "round" : "rect"}
                showGrid={false}
                keyboardStep={MOVE_STEP}
                onCropChange={setCrop}
                onZoomChange={zoomTo}
                onCropAreaChange={(_, pixels) => {
                  area.current = pixels;
                  setReady(true);
                }}
                mediaProps={{ alt: "", onError: () => setBroken(true) }}
                cropperProps={{
                  role: "group",
                  "aria-label": t(avatarTexts.area),
                  "aria-describedby": helpId,
                }}
              />
            )}
          </div>
          <p id={helpId} className="text-xs text-ink-subtle">
            {t(avatarTexts.help)}
          </p>
          <label className="flex items-center gap-3 font-medium">
            {t(avatarTexts.zoom)}
            <input
              type="range"
              className="h-6 min-w-0 flex-1 accent-ink coarse:h-11"
              min={1}
              max={ZOOM_MAX}
              step={ZOOM_STEP}
              value={zoom}
              onChange={({ target }) => zoomTo(target.valueAsNumber)}
            />
          </label>
        </>
      )}
    </FormDialog>
  );
}

/** The address of a file on this device, as long as it is shown. */
function useSource(file: File): string | undefined {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return source;
}
