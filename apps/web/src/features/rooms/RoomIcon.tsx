import type { RoomAccessType } from "@colbin/protocol";
import { Hash, KeyRound, Lock } from "lucide-react";

/** Lock: private. Key: joining needs approval. */
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
      return <KeyRound className={className} aria-hidden="true" />;
    case "PRIVATE":
      return <Lock className={className} aria-hidden="true" />;
  }
}
