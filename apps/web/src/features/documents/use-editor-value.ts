import type { Editor } from "@tiptap/core";
import { useSyncExternalStore } from "react";

/** A value of the editor, as it is after each change of its text or selection: a text, a number or a truth. */
export function useEditorValue<T extends string | number | boolean>(
  editor: Editor,
  read: (editor: Editor) => T,
): T {
  return useSyncExternalStore(
    (listener) => {
      editor.on("transaction", listener);
      return () => void editor.off("transaction", listener);
    },
    () => read(editor),
  );
}
