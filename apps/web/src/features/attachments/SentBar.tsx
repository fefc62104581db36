import { uploads } from "#web/lib/device/uploads.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { UploadBar } from "./UploadBar.tsx";

/** How far a file of a waiting message has come. */
export function SentBar({ id, className }: { id: string; className?: string }) {
  const file = useStore(uploads.store, (all) => all.get(id));
  return file && !file.type && <UploadBar file={file} className={className ?? ""} />;
}
