import { useEffect, useId, useRef, useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { cutSquare } from "./cut-square.ts";
import { avatarTexts } from "./texts.ts";

const ZOOM_MAX = 4;
const ZOOM_STEP = 0.1;
const MOVE_STEP = 4;
const zoomKeys: Readonly<Record<string, number>> = { "+": 1, "=": 1, "-": -1, "−": -1 };

interface CropDialogProps {
  /** The address of an image on this device. */
  source: string;
  /** As it will be shown: people are round, places are square. */
  isRound: boolean;
  /** Rejects where it was refused. */
  onSave: (image: Blob) => Promise<unknown>;
  onClose: () => void;
}

/** Asks which part of an image becomes the picture. */
export function CropDialog({ source, isRound, onSave, onClose }: CropDialogProps) {
  const [state, setState] = useState<"loading" | "ready" | "broken">("loading");
  const area = useRef<Area>(undefined);
  const save = async (): Promise<void> => {
    if (area.current) await onSave(await cutSquare(source, area.current));
  };
  return (
    <FormDialog
      title={t(avatarTexts.crop)}
      verb={t(avatarTexts.save)}
      failure={t(avatarTexts.saveFailed)}
      isDisabled={state !== "ready"}
      onConfirm={save}
      onClose={onClose}
    >
      {state === "broken" ? (
        <Note>{t(avatarTexts.unreadable)}</Note>
      ) : (
        <CropArea
          source={source}
          isRound={isRound}
          isReady={state === "ready"}
          onArea={(pixels) => {
            area.current = pixels;
            setState("ready");
          }}
          onBroken={() => setState("broken")}
        />
      )}
    </FormDialog>
  );
}

interface CropAreaProps extends Pick<CropDialogProps, "source" | "isRound"> {
  isReady: boolean;
  onArea: (pixels: Area) => void;
  onBroken: () => void;
}

function CropArea({ source, isRound, isReady, onArea, onBroken }: CropAreaProps) {
  const helpId = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const place = useRef<HTMLDivElement>(null);
  // The area comes with the image, after the dialog.
  useEffect(() => {
    if (isReady) place.current?.querySelector<HTMLElement>("[role=group]")?.focus();
  }, [isReady]);
  const zoomTo = (next: number) => setZoom(Math.min(ZOOM_MAX, Math.max(1, next)));
  return (
    <>
      <div
        ref={place}
        className="relative mx-auto aspect-square w-full max-w-72 overflow-hidden rounded-md bg-hover"
        role="presentation"
        onKeyDown={(event) => {
          const step = zoomKeys[event.key];
          if (step === undefined) return;
          event.preventDefault();
          zoomTo(zoom + step * ZOOM_STEP);
        }}
      >
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
          onCropAreaChange={(_, pixels) => onArea(pixels)}
          mediaProps={{ alt: "", onError: onBroken }}
          cropperProps={{
            role: "group",
            "aria-label": t(avatarTexts.area),
            "aria-describedby": helpId,
          }}
        />
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
  );
}
