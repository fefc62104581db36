import type { ReactNode } from "react";
import { saysNamesOnly } from "#web/features/attachments/file-layout.ts";
import { ForwardBlock } from "./ForwardBlock.tsx";
import { MessageContent } from "./MessageContent.tsx";
import type { ListedMessage } from "./message-rows.ts";
import { QuoteBlock } from "./QuoteBlock.tsx";
import { useRoom } from "./room-context.ts";

interface BorrowedContentProps {
  message: Pick<
    ListedMessage,
    "content" | "metadata" | "mentioned" | "quote" | "forward" | "files"
  >;
  suffix: ReactNode;
  onTick: ((at: number) => void) | undefined;
  /** The files of a copy. */
  copied: ReactNode;
}

/** A text that quotes another message, or the copy of one with what is said to it. */
export function BorrowedContent({ message, suffix, onTick, copied }: BorrowedContentProps) {
  const { slug } = useRoom();
  const { content, metadata, mentioned, quote, forward, files = [] } = message;
  const { forward: origin } = metadata;
  const text = content.slice(origin?.textFrom);
  const said = origin ? content.slice(0, origin.textFrom) : content;
  return (
    <>
      {quote && <QuoteBlock slug={slug} quote={quote} />}
      {said !== "" && <MessageContent content={said} {...{ mentioned, suffix, onTick }} />}
      {origin && (
        <ForwardBlock
          text={copied && saysNamesOnly(text, files, metadata.voice) ? "" : text}
          {...{ origin, forward, copied }}
        />
      )}
    </>
  );
}
