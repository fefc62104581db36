import clsx from "clsx";
import { Upload } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { avatarTexts } from "./texts.ts";
import { useDroppedFile } from "./use-dropped-file.ts";

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
  const place = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<string>();
  const [told, setTold] = useState<Text>();
  const choose = (file: File) => setSource(URL.createObjectURL(file));
  const isOver = useDroppedFile(place, choose);
  const close = (): void => {
    if (source !== undefined) URL.revokeObjectURL(source);
    setSource(undefined);
  };
  return (
    <div
      ref={place}
      role="group"
      aria-label={t(avatarTexts.choose)}
      className={clsx(
        "flex items-center gap-4 p-4.5 max-pair:p-3.5",
        isOver && "bg-accent-soft outline-2 -outline-offset-4 outline-accent outline-dashed",
      )}
    >
      {children}
      <div className="min-w-0">
        <Acts
          hasPicture={hasPicture}
          onChoose={() => chooser.current?.click()}
          onRemove={() => onRemove().then(() => setTold(avatarTexts.removed))}
        />
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
          const [file] = target.files ?? [];
          if (file) choose(file);
          // The same file again is a choice as well.
          target.value = "";
        }}
      />
      {source !== undefined && (
        <CropDialog
          source={source}
          isRound={isRound}
          onSave={(image) => onSave(image).then(() => setTold(avatarTexts.saved))}
          onClose={close}
        />
      )}
    </div>
  );
}

interface ActsProps extends Pick<AvatarFieldProps, "hasPicture" | "onRemove"> {
  onChoose: () => void;
}

function Acts({ hasPicture, onChoose, onRemove }: ActsProps) {
  const chooseButton = useRef<HTMLButtonElement>(null);
  const [isRemoving, setRemoving] = useState(false);
  async function remove(): Promise<void> {
    setRemoving(true);
    await tellFailure(avatarTexts.removeFailed, onRemove());
    setRemoving(false);
    // The button goes with the picture.
    chooseButton.current?.focus();
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={chooseButton} onClick={onChoose}>
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
  );
}
