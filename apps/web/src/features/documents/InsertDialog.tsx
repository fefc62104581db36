import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { t } from "#web/lib/language/i18n.ts";
import type { Asked } from "./insert-entries.ts";
import { insertTexts } from "./insert-texts.ts";
import { nodeOfLink } from "./links-of-here.ts";

interface InsertDialogProps {
  editor: Editor;
  asked: Asked;
  onClose: () => void;
}

const LATEX_MAX = 2_000;
const looks = {
  formula: { title: insertTexts.formula, label: insertTexts.latex },
  formulaInLine: { title: insertTexts.formulaInLine, label: insertTexts.latex },
  message: { title: insertTexts.message, label: insertTexts.messageLink },
} as const;

/** The LaTeX of a formula, or the link of the message that is meant. */
export function InsertDialog({ editor, asked, onClose }: InsertDialogProps) {
  const [text, setText] = useState("");
  const node = toNode(asked, text.trim());
  const { title, label } = looks[asked];
  return (
    <FormDialog
      title={t(title)}
      verb={t(insertTexts.set)}
      isDisabled={!node}
      onConfirm={async () => void (node && editor.chain().insertContent(node).run())}
      onClose={onClose}
    >
      <TextField
        label={t(label)}
        hint={asked === "message" ? t(insertTexts.messageHint) : undefined}
        autoFocus
        dir="ltr"
        autoComplete="off"
        value={text}
        onChange={setText}
      />
    </FormDialog>
  );
}

function toNode(asked: Asked, text: string) {
  if (asked === "message") {
    const node = nodeOfLink(text);
    return node?.type === "messageEmbed" ? node : undefined;
  }
  if (text === "" || text.length > LATEX_MAX) return undefined;
  return { type: asked === "formula" ? "mathBlock" : "math", attrs: { latex: text } };
}
