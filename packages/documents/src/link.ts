import { InputRule, Mark, type Editor, type MarkdownToken } from "@tiptap/core";
import type { MarkType } from "@tiptap/pm/model";
import { wordsOf } from "./addresses.ts";
import { isSafeLink } from "./links.ts";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    link: {
      /** Makes a link of the selected words; to an unsafe address none. */
      setLink: (attributes: { href: string }) => ReturnType;
      unsetLink: () => ReturnType;
    };
  }
}

const ADDRESS = String.raw`(?:^|\s)(https?://[^\s<>"]+[^\s<>"'.,;:!?)\]])`;
/** An address that was typed, up to the blank behind it. */
const typed = new RegExp(`${ADDRESS} $`, "iu");
/** The same at the end of a line. */
const ended = new RegExp(`${ADDRESS}$`, "iu");
/** Longer addresses are not looked for. */
const ADDRESS_MAX = 2_000;

/**
 * A link to the web or to a mailbox. The one of TipTap brings the names of all domains of the world along, to find addresses without a
 * scheme.
 */
export const Link = Mark.create({
  name: "link",
  priority: 1000,
  keepOnSplit: false,
  exitable: true,
  inclusive: false,
  addAttributes: () => ({
    href: { default: null, parseHTML: (element) => element.getAttribute("href") },
    title: { default: null, parseHTML: (element) => element.getAttribute("title") },
  }),
  parseHTML: () => [
    {
      tag: "a[href]:not([data-type])",
      getAttrs: (element) => (isSafeLink(element.getAttribute("href")) ? null : false),
    },
  ],
  renderHTML({ HTMLAttributes: { href, title } }) {
    const address = typeof href === "string" && isSafeLink(href) ? href : "";
    const attributes = { target: "_blank", rel: "noopener noreferrer nofollow", href: address };
    return ["a", typeof title === "string" ? { ...attributes, title } : attributes, 0];
  },
  parseMarkdown(token: MarkdownToken, helpers) {
    const words = helpers.parseInline(token.tokens ?? []);
    const { href, title = null }: Readonly<Record<string, unknown>> = token;
    return helpers.applyMark("link", words, { href, title });
  },
  renderMarkdown(node, helpers) {
    const [href, title] = [wordsOf(node.attrs, "href"), wordsOf(node.attrs, "title")];
    return `[${helpers.renderChildren(node)}](${href}${title && ` "${title}"`})`;
  },
  addCommands() {
    return {
      setLink:
        ({ href }) =>
        ({ chain }) =>
          isSafeLink(href) && chain().setMark("link", { href }).run(),
      unsetLink:
        () =>
        ({ chain }) =>
          chain().unsetMark("link", { extendEmptyMarkRange: true }).run(),
    };
  },
  // A rule of input would take the key, and the line would not end.
  addKeyboardShortcuts() {
    const { editor, type } = this;
    return {
      Enter() {
        linkEnd(editor, type);
        return false;
      },
    };
  },
  addInputRules() {
    const { type } = this;
    return [
      new InputRule({
        find: typed,
        handler({ state, range, match }) {
          const [all, href = ""] = match;
          const from = range.from + all.indexOf(href);
          // The blank is not in the text yet.
          const to = from + href.length;
          state.tr.addMark(from, to, type.create({ href })).insertText(" ", to);
        },
      }),
    ];
  },
});

/** Makes a link of an address before the caret, unless it is code or a link already. */
function linkEnd({ state, view }: Editor, type: MarkType): void {
  const { $from, empty } = state.selection;
  const { parent, parentOffset, pos: to } = $from;
  if (!empty || !parent.isTextblock || parent.type.spec.code === true) return;
  const begin = Math.max(0, parentOffset - ADDRESS_MAX);
  const [, href] = ended.exec(parent.textBetween(begin, parentOffset, null, "\uFFFC")) ?? [];
  if (href === undefined) return;
  const from = to - href.length;
  const isMarked = $from.nodeBefore?.marks.some(
    (mark) => mark.type === type || mark.type.spec.code,
  );
  if (!isMarked) view.dispatch(state.tr.addMark(from, to, type.create({ href })));
}
