// Drawn anew only with another text: to remember its parts would cost every row time and memory.
"use no memo";

import type { MentionToken } from "@colbin/protocol";
import { use, useState } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { SPOILER_CHARS } from "./constants.ts";
import { ImageBox } from "./ImageBox.tsx";
import { MentionContext } from "./mention-context.ts";
import type { Inline } from "./tree.ts";
import { contentTexts } from "./content-texts.ts";

const EmojiWord = lazyPart(() => import("./EmojiWord.tsx"), "EmojiWord");
const Formula = lazyPart(() => import("./Formula.tsx"), "Formula");
const MessageImage = lazyPart(() => import("./MessageImage.tsx"), "MessageImage");

export function InlineContent({ inlines }: { inlines: readonly Inline[] }) {
  return inlines.map((inline, index) => <InlineElement key={index} inline={inline} />);
}

function InlineElement({ inline }: { inline: Inline }) {
  switch (inline.kind) {
    case "text":
      return inline.text;
    case "shortcode": {
      const { text } = inline;
      return <EmojiWord text={text} missing={text} renderFailed={() => text} />;
    }
    case "formula": {
      const written = `$$${inline.text}$$`;
      const parts = { written, missing: written, renderFailed: () => written };
      return <Formula text={inline.text} isBlock={false} {...parts} />;
    }
    case "image": {
      const { href, text } = inline;
      const failed = () => <ImageBox>{text}</ImageBox>;
      return <MessageImage {...{ href, text }} missing={<ImageBox />} renderFailed={failed} />;
    }
    case "code":
      return (
        <code className="rounded-xs bg-hover px-1 py-px font-mono text-[0.87em] [unicode-bidi:isolate]">
          {inline.text}
        </code>
      );
    case "break":
      return <br />;
    case "mention":
      return <Mention mention={inline.mention} />;
    case "strong":
      return (
        <strong className="font-strong">
          <InlineContent inlines={inline.children} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <InlineContent inlines={inline.children} />
        </em>
      );
    case "strike":
      return (
        <del>
          <InlineContent inlines={inline.children} />
        </del>
      );
    case "spoiler":
      return <Spoiler inlines={inline.children} />;
    case "link":
      return (
        <>
          <a
            className="text-link [unicode-bidi:isolate]"
            href={inline.href}
            title={inline.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            <InlineContent inlines={inline.children} />
          </a>
          {inline.host !== undefined && <bdi className="text-ink-subtle"> ({inline.host})</bdi>}
        </>
      );
  }
}

function Mention({ mention }: { mention: MentionToken }) {
  return use(MentionContext)(mention);
}

/** Hidden from everybody alike until it is pressed; then it is text. */
function Spoiler({ inlines }: { inlines: readonly Inline[] }) {
  const [isShown, setShown] = useState(false);
  if (isShown) {
    return (
      <span tabIndex={-1} ref={focus} className="rounded-xs bg-hover px-1">
        <InlineContent inlines={inlines} />
      </span>
    );
  }
  return (
    <button
      type="button"
      aria-label={t(contentTexts.spoiler)}
      onClick={() => setShown(true)}
      style={{ width: `${Math.min(lengthOf(inlines), SPOILER_CHARS)}ch` }}
      className="inline-block h-[1lh] max-w-full rounded-xs bg-line-strong align-bottom hover:bg-control"
    />
  );
}

/** The button that had the focus is gone; a reader by keyboard or ear goes on with what it hid. */
function focus(shown: HTMLElement | null): void {
  shown?.focus({ preventScroll: true });
}

function lengthOf(inlines: readonly Inline[]): number {
  return inlines.reduce((sum, inline) => {
    if ("children" in inline) return sum + lengthOf(inline.children);
    return sum + ("text" in inline ? inline.text.length : 1);
  }, 1);
}
