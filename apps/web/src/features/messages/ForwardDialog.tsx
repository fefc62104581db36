import type { MessageId, RoomId } from "@colbin/protocol";
import { ForwardMessages } from "./ForwardMessages.tsx";

interface ForwardDialogProps {
  roomId: RoomId;
  messageId: MessageId;
  onClose: () => void;
}

/** Forwards one message, of its menu. */
export function ForwardDialog({ roomId, messageId, onClose }: ForwardDialogProps) {
  return <ForwardMessages roomId={roomId} messageIds={[messageId]} onClose={onClose} />;
}
