import { MessageFiles, type MessageFilesProps } from "#web/features/attachments/MessageFiles.tsx";
import { cancelSending, type Cancelled } from "./cancel-sending.ts";
import { useRoom } from "./room-context.ts";

type SentFilesProps = Omit<MessageFilesProps, "onCancel"> & { message: Cancelled };

/** The files of a message of the room; with one that waits for them, its text goes back to where it was written. */
export function SentFiles(props: SentFilesProps) {
  const { roomId } = useRoom();
  const cancel = (id: string): void => void cancelSending(roomId, props.message, id);
  return <MessageFiles {...props} onCancel={cancel} />;
}
