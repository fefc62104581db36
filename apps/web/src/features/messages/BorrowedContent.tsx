import type { ReactNode } from "react";
import { ForwardBlock } from "./ForwardBlock.tsx";
import { MessageContent } from "./MessageContent.tsx";
import type { ListedMessage } from "./message-rows.ts";
import { QuoteBlock } from "./QuoteBlock.tsx";
import { useRoom } from "./room-context.ts";

interface BorrowedContentProps {
  message: Pick<ListedMessage, "content" | "metadata" | "mentioned" | "quote" | "forward">;
  suffix: ReactNode;
  onTick: ((at: number) => void) | undefined;
}

/** A text that quotes another message, or the copy of one with what is said to it. */
export function BorrowedContent({ message, suffix, onTick }: BorrowedContentProps) {
  const { slug } = useRoom();
  const { content, metadata, mentioned, quote, forward } = message;
  const { forward: origin } = metadata;
  const said = origin ? content.slice(0, origin.textFrom) : content;
  return (
    <>
      {quote && <QuoteBlock slug={slug} quote={quote} />}
      {said !== "" && <MessageContent content={said} {...{ mentioned, suffix, onTick }} />}
      {origin && (
        <ForwardBlock text={content.slice(origin.textFrom)} origin={origin} forward={forward} />
      )}
    </>
  );
}
