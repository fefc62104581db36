import type { RoomAccessType } from "@colbin/protocol";
import { DoorClosed, Hash, Lock } from "lucide-react";

/** Lock: private. Door: joining needs approval. */
export function RoomIcon({
  accessType,
  className,
}: {
  accessType: RoomAccessType;
  className?: string;
}) {
  switch (accessType) {
    case "PUBLIC":
      return <Hash className={className} aria-hidden="true" />;
    case "PROTECTED":
      return <DoorClosed className={className} aria-hidden="true" />;
    case "PRIVATE":
      return <Lock className={className} aria-hidden="true" />;
  }
}
