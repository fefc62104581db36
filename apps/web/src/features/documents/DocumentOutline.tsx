import type { Editor } from "@tiptap/core";
import { t } from "#web/lib/language/i18n.ts";
import { editorTexts } from "./editor-texts.ts";
import { placeOfHeading, useHeadings } from "./use-headings.ts";

const STEP_REM = 0.625;

/** The headings beside the text, where there is room for them; each leads to its place. */
export function DocumentOutline({ editor }: { editor: Editor }) {
  const headings = useHeadings(editor);
  if (headings.length === 0) return null;
  return (
    <nav aria-label={t(editorTexts.outline)}>
      <ul>
        {headings.map((heading, index) => (
          <li key={index}>
            <button
              type="button"
              className="flex min-h-6.5 w-full items-center border-s-2 border-line py-1 text-start text-xs text-ink-subtle hover:text-ink focus-visible:-outline-offset-2"
              style={{ paddingInlineStart: `${STEP_REM * (heading.depth + 1)}rem` }}
              onClick={() => show(editor, index)}
            >
              <bdi className="wrap-anywhere">{heading.text}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A person who may write goes on there. */
function show(editor: Editor, index: number): void {
  const at = placeOfHeading(editor, index);
  if (at === undefined) return;
  const node = editor.view.nodeDOM(at);
  if (node instanceof HTMLElement) node.scrollIntoView({ block: "start" });
  if (editor.isEditable) editor.commands.focus(at + 1, { scrollIntoView: false });
}
