import type { MentionedPerson, MentionToken } from "@colbin/protocol";
import type { ReactNode } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { Blocks } from "#web/features/markdown/Blocks.tsx";
import { InlineContent } from "#web/features/markdown/InlineContent.tsx";
import { markdownReader } from "#web/features/markdown/markdown-reader.ts";
import { MentionContext } from "#web/features/markdown/mention-context.ts";
import { Paragraph } from "#web/features/markdown/Paragraph.tsx";
import { TaskContext } from "#web/features/markdown/task-context.ts";
import type { Inline } from "#web/features/markdown/tree.ts";
import { useStore } from "#web/lib/react/use-store.ts";

const MentionChip = lazyPart(() => import("./MentionChip.tsx"), "MentionChip");

const nobody: readonly MentionedPerson[] = [];

interface MessageContentProps {
  content: string;
  /** The people whom it names. */
  mentioned?: readonly MentionedPerson[] | undefined;
  /** Follows the last word, or the last block where that is none of words. */
  suffix: ReactNode;
  /** Ticks the task whose mark is at this place of the text; without it tasks are only shown. */
  onTick?: ((at: number) => void) | undefined;
}

/**
 * The text of a message, formatted; as it was written until Markdown can be read. Both are drawn by the same elements, so a text
 * that was written without formats stays as it is.
 */
export function MessageContent({
  content,
  mentioned = nobody,
  suffix,
  onTick,
}: MessageContentProps) {
  const read = useStore(markdownReader, (current) => current);
  const blocks = read(content);
  const last = blocks.at(-1);
  const isInline = last?.kind === "paragraph";
  const drawMention = (mention: MentionToken): ReactNode => (
    <MentionChip mention={mention} mentioned={mentioned} missing={<span>@…</span>} />
  );
  const text = (
    <div className="space-y-1.5 text-body wrap-anywhere">
      <Blocks blocks={isInline ? blocks.slice(0, -1) : blocks} />
      {isInline ? (
        <Paragraph>
          <LastWords inlines={last.children} suffix={suffix} />
        </Paragraph>
      ) : (
        suffix && <p>{suffix}</p>
      )}
    </div>
  );
  const ticked = onTick ? <TaskContext value={onTick}>{text}</TaskContext> : text;
  // Most messages mention nobody.
  return content.includes("<") ? (
    <MentionContext value={drawMention}>{ticked}</MentionContext>
  ) : (
    ticked
  );
}

/** A sign in the text that turns the direction ends with the text: what follows is ours. */
function LastWords({ inlines, suffix }: { inlines: readonly Inline[]; suffix: ReactNode }) {
  const words = <InlineContent inlines={inlines} />;
  if (!suffix) return <>{words} </>;
  return (
    <>
      <span className="[unicode-bidi:isolate]">{words}</span> {suffix}
    </>
  );
}
