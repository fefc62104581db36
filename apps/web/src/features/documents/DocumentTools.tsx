import type { Editor } from "@tiptap/core";
import { Link } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Toolbar } from "#web/design/button/Toolbar.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { toolGroups, type EditorTool } from "./editor-tools.ts";
import { TableTool } from "./TableTool.tsx";
import { toolTexts } from "./tool-texts.ts";
import { useEditorValue } from "./use-editor-value.ts";

const LinkDialog = lazyPart(() => import("./LinkDialog.tsx"), "LinkDialog");

/** All that is done with the text besides writing. On a phone the bar scrolls sideways. */
export function DocumentTools({ editor }: { editor: Editor }) {
  return (
    <div className="flex-none border-b border-line">
      <ScrollRegion className="px-2">
        <Toolbar
          label={t(toolTexts.bar)}
          onLeave={() => editor.commands.focus()}
          className="mx-auto w-max py-1"
        >
          <Group editor={editor} tools={toolGroups.text} />
          <LinkTool editor={editor} />
          <Gap />
          <Group editor={editor} tools={toolGroups.blocks} />
          <TableTool editor={editor} />
          <Gap />
          <Group editor={editor} tools={toolGroups.history} />
        </Toolbar>
      </ScrollRegion>
    </div>
  );
}

function Gap() {
  return <span aria-hidden="true" className="mx-1 h-4 w-px flex-none bg-line" />;
}

function Group({ editor, tools }: { editor: Editor; tools: readonly EditorTool[] }) {
  return tools.map((tool) => <Tool key={tool.text.message} editor={editor} tool={tool} />);
}

function Tool({ editor, tool }: { editor: Editor; tool: EditorTool }) {
  const { text, icon: Icon, apply, isOn, isOff } = tool;
  const isPressed = useEditorValue(editor, (at) => isOn?.(at) ?? false);
  const isDisabled = useEditorValue(editor, (at) => isOff?.(at) ?? false);
  return (
    <IconButton
      label={t(text)}
      aria-pressed={isOn && isPressed}
      aria-disabled={isDisabled}
      // The selection in the text stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => isDisabled || apply(editor.chain().focus()).run()}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  );
}

function LinkTool({ editor }: { editor: Editor }) {
  const [isAsking, setAsking] = useState(false);
  const isOn = useEditorValue(editor, (at) => at.isActive("link"));
  return (
    <>
      <IconButton
        label={t(toolTexts.link)}
        aria-pressed={isOn}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setAsking(true)}
      >
        <Link aria-hidden="true" />
      </IconButton>
      {isAsking && <LinkDialog editor={editor} onClose={() => setAsking(false)} />}
    </>
  );
}
