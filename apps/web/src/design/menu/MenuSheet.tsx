import { BottomSheet } from "#web/design/overlay/BottomSheet.tsx";
import type { FilledMenu } from "./menu-place.ts";
import { SheetLine } from "./SheetLine.tsx";
import { useChosen } from "./use-chosen.ts";

/** The lines of a menu as large rows. */
export function MenuSheet({ label, entries, isOpen, onClose, opener }: FilledMenu) {
  const { choose, onCloseAutoFocus } = useChosen(opener);
  const sheet = { label, isOpen, onClose, opener, onCloseAutoFocus };
  return (
    <BottomSheet {...sheet}>
      {entries.map((entry) => (
        <SheetLine
          key={entry.id}
          entry={entry}
          onSelect={(act) => {
            choose(act);
            onClose();
          }}
        />
      ))}
    </BottomSheet>
  );
}
