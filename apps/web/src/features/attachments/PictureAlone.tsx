import { frameOf } from "./file-layout.ts";
import { Caption } from "./Caption.tsx";
import { PictureButton, type ShownFile } from "./PictureButton.tsx";

/** The one image of a message, in its own proportions. */
export function PictureAlone({ onOpen, ...shown }: ShownFile & { onOpen: () => void }) {
  return (
    <div className="max-w-full">
      <div style={frameOf(shown.file)} className="grid max-w-full overflow-clip rounded-md">
        <PictureButton {...shown} isWhole onOpen={onOpen} />
      </div>
      <Caption {...shown} />
    </div>
  );
}
