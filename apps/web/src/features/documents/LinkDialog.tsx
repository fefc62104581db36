import type { Editor } from "@tiptap/core";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { openLink } from "./link-clicks.ts";
import { toLink } from "./links.ts";
import { toolTexts } from "./tool-texts.ts";

interface LinkDialogProps {
  editor: Editor;
  onClose: () => void;
}

/** The address of the link at the place where the person writes, or of one that is to be made of the selected words. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const [text, setText] = useState(() => hrefOf(editor));
  const isEmpty = text.trim() === "";
  const href = toLink(text);
  return (
    <FormDialog
      title={t(toolTexts.linkTitle)}
      verb={t(isEmpty ? toolTexts.unlink : toolTexts.linkVerb)}
      isDisabled={!isEmpty && href === undefined}
      onConfirm={async () => setLink(editor, href)}
      onClose={onClose}
    >
      <TextField
        label={t(toolTexts.linkAddress)}
        hint={t(toolTexts.linkHint)}
        autoFocus
        type="url"
        dir="ltr"
        autoComplete="off"
        value={text}
        onChange={setText}
      />
      {href !== undefined && (
        <Button size="sm" className="justify-self-start" onClick={() => openLink(href)}>
          <ExternalLink aria-hidden="true" />
          {t(toolTexts.openLink)}
        </Button>
      )}
    </FormDialog>
  );
}

function hrefOf(editor: Editor): string {
  const { href } = editor.getAttributes("link") as { readonly href?: string | null };
  return href ?? "";
}

function setLink(editor: Editor, href: string | undefined): void {
  const chain = editor.chain().extendMarkRange("link");
  if (href === undefined) chain.unsetLink().run();
  else if (editor.state.selection.empty && !editor.isActive("link"))
    chain
      .insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] })
      .run();
  else chain.setLink({ href }).run();
}
