import type { ChainedCommands, Editor } from "@tiptap/core";
import {
  BetweenHorizontalStart,
  BetweenVerticalStart,
  Columns3,
  Rows3,
  Table,
  Trash2,
  type LucideIcon,
} from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { LateMenu } from "#web/design/menu/late-menu.ts";
import type { MenuAction } from "#web/design/menu/menu-entry.ts";
import { Menu } from "#web/design/menu/Menu.tsx";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { toolTexts } from "./tool-texts.ts";
import { useEditorValue } from "./use-editor-value.ts";

interface TableAct {
  readonly text: Text;
  readonly icon: LucideIcon;
  readonly isDanger?: boolean;
  readonly apply: (chain: ChainedCommands) => ChainedCommands;
}

const outside: readonly TableAct[] = [
  {
    text: toolTexts.insertTable,
    icon: Table,
    apply: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
];

const inside: readonly TableAct[] = [
  {
    text: toolTexts.addRow,
    icon: BetweenHorizontalStart,
    apply: (chain) => chain.addRowAfter(),
  },
  {
    text: toolTexts.addColumn,
    icon: BetweenVerticalStart,
    apply: (chain) => chain.addColumnAfter(),
  },
  { text: toolTexts.removeRow, icon: Rows3, apply: (chain) => chain.deleteRow() },
  { text: toolTexts.removeColumn, icon: Columns3, apply: (chain) => chain.deleteColumn() },
  {
    text: toolTexts.removeTable,
    icon: Trash2,
    isDanger: true,
    apply: (chain) => chain.deleteTable(),
  },
];

/** Makes a table, or changes the one in which the person writes. */
export function TableTool({ editor }: { editor: Editor }) {
  const isOn = useEditorValue(editor, (at) => at.isActive("table"));
  const label = t(toolTexts.table);
  const entries = (isOn ? inside : outside).map(({ text, icon, isDanger, apply }): MenuAction => ({
    kind: "action",
    id: text.message,
    label: t(text),
    icon,
    isDanger: isDanger ?? false,
    onSelect: () => apply(editor.chain().focus()).run(),
  }));
  return (
    <Menu label={label} surface={LateMenu} props={{ entries }}>
      {(button) => (
        <IconButton {...button} label={label}>
          <Table aria-hidden="true" />
        </IconButton>
      )}
    </Menu>
  );
}
