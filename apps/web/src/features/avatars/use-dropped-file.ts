import { useEffect, useEffectEvent, useState, type RefObject } from "react";

/** Takes a file that is dropped onto an element; answers whether one is over it. */
export function useDroppedFile(
  place: RefObject<HTMLElement | null>,
  onDrop: (file: File) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const handle = useEffectEvent((event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    setOver(event.type === "dragover");
    const [file] = event.type === "drop" ? event.dataTransfer.files : [];
    if (file) onDrop(file);
  });
  useEffect(() => {
    const listener = (event: DragEvent): void => handle(event);
    const types = ["dragover", "dragleave", "drop"] as const;
    const element = place.current;
    for (const type of types) element?.addEventListener(type, listener);
    return () => {
      for (const type of types) element?.removeEventListener(type, listener);
    };
  }, [place]);
  return isOver;
}
