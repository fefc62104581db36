import { SmilePlus } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Popover } from "#web/design/overlay/Popover.tsx";
import { EmojiPicker } from "#web/features/emoji/EmojiPicker.tsx";
import { Specimen } from "./Specimen.tsx";

export function EmojiSection() {
  const [picked, setPicked] = useState("");
  return (
    <Specimen title="Emoji">
      <Popover
        label="Emoji"
        renderContent={(close) => (
          <EmojiPicker
            onPick={(emoji) => {
              setPicked(picked + emoji);
              close();
            }}
          />
        )}
      >
        {(button) => (
          <IconButton {...button} label="Pick an emoji">
            <SmilePlus aria-hidden="true" />
          </IconButton>
        )}
      </Popover>
      <output aria-label="Picked" className="font-emoji text-xl">
        {picked}
      </output>
    </Specimen>
  );
}
