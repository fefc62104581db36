import type { NeededFiles } from "@colbin/client";

let provided: NeededFiles | undefined;

/** To be called once, by the part of the app that uploads. */
export function provideFiles(files: NeededFiles): void {
  provided = files;
}

/** Rejects until that part is there: it comes by itself after the first screen. */
export async function neededFiles(): Promise<NeededFiles> {
  if (!provided) throw new Error("The part that uploads is not loaded yet");
  return provided;
}
