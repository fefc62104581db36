import clsx from "clsx";
import { Upload } from "lucide-react";
import { useRef, useState, type DragEvent, type ReactNode } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { avatarTexts } from "./texts.ts";

const CropDialog = lazyPart(() => import("./CropDialog.tsx"), "CropDialog");

const KINDS = "image/png,image/jpeg,image/webp,image/gif,image/avif";

interface AvatarFieldProps {
  hasPicture: boolean;
  isRound?: boolean;
  hint: string;
  /** Both reject where it was refused. */
  onSave: (image: Blob) => Promise<unknown>;
  onRemove: () => Promise<unknown>;
  /** The picture as it is. */
  children: ReactNode;
}

/** The picture of a person or a place, with the ways to another one: chosen or dropped here, then cropped. */
export function AvatarField(props: AvatarFieldProps) {
  const { hasPicture, isRound = false, hint, onSave, onRemove, children } = props;
  const chooser = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const [file, setFile] = useState<File>();
  const [isOver, setOver] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [told, setTold] = useState<Text>();

  async function remove(): Promise<void> {
    setRemoving(true);
    await tellFailure(
      avatarTexts.removeFailed,
      onRemove().then(() => {
        setTold(avatarTexts.removed);
        // The button goes with the picture.
        chooseButton.current?.focus();
      }),
    );
    setRemoving(false);
  }

  /** A drop beside it would leave the page for the file. */
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    setFile(event.dataTransfer.files[0]);
  };

  return (
    <div
      role="group"
      aria-label={t(avatarTexts.choose)}
      className={clsx(
        "flex items-center gap-4 p-4.5 max-pair:p-3.5",
        isOver && "bg-accent-soft outline-2 -outline-offset-4 outline-accent outline-dashed",
      )}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <div className="min-w-0">
        <div className="flex flex-wrap gap-2">
          <Button ref={chooseButton} onClick={() => chooser.current?.click()}>
            <Upload aria-hidden="true" />
            {t(hasPicture ? avatarTexts.replace : avatarTexts.upload)}
          </Button>
          {hasPicture && (
            <Button
              variant="ghost"
              aria-label={t(avatarTexts.removeLabel)}
              isBusy={isRemoving}
              onClick={() => void remove()}
            >
              {t(avatarTexts.remove)}
            </Button>
          )}
        </div>
        <p className="mt-1.5 text-xs text-ink-subtle">{hint}</p>
        <p role="status" className="text-xs text-ink-subtle">
          {told && t(told)}
        </p>
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={KINDS}
        aria-label={t(avatarTexts.choose)}
        onChange={({ target }) => {
          setFile(target.files?.[0]);
          // The same file again is a choice as well.
          target.value = "";
        }}
      />
      {file && (
        <CropDialog
          file={file}
          isRound={isRound}
          onSave={async (image) => {
            await onSave(image);
            setTold(avatarTexts.saved);
          }}
          onClose={() => setFile(undefined)}
        />
      )}
    </div>
  );
}
