import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from "lucide-react";
import type { MenuEntry } from "#web/design/menu/menu-entry.ts";
import type { MenuPlace } from "#web/design/menu/menu-place.ts";
import { MenuSurface } from "#web/design/menu/MenuSurface.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { editSection } from "./editing.ts";
import { withSectionMoved } from "./section-moves.ts";
import { editingTexts } from "./editing-texts.ts";
import { sidebarTexts } from "./texts.ts";

interface SectionMenuProps extends MenuPlace {
  id: string;
  title: string;
}

/** The acts on a section that the person made. Its rooms stay: they go back to the others of their kind. */
export function SectionMenuSurface({ id, title, ...place }: SectionMenuProps) {
  const { sections } = chat.store.getSnapshot().sidebar;
  const at = sections.findIndex((section) => section.id === id);
  const move = (step: -1 | 1) => change((list) => withSectionMoved(list, id, step));
  const entries: MenuEntry[] = [
    {
      kind: "action",
      id: "rename",
      label: t(editingTexts.renameSection),
      icon: Pencil,
      onSelect: () => editSection({ kind: "rename", id, title }),
    },
    {
      kind: "action",
      id: "new",
      label: t(sidebarTexts.newSection),
      icon: Plus,
      onSelect: () => editSection({ kind: "new" }),
    },
  ];
  if (at > 0)
    entries.push({
      kind: "action",
      id: "up",
      label: t(editingTexts.sectionUp),
      icon: ArrowUp,
      onSelect: () => move(-1),
    });
  if (at < sections.length - 1)
    entries.push({
      kind: "action",
      id: "down",
      label: t(editingTexts.sectionDown),
      icon: ArrowDown,
      onSelect: () => move(1),
    });
  entries.push(
    { kind: "separator", id: "end" },
    {
      kind: "action",
      id: "delete",
      label: t(editingTexts.deleteSection),
      icon: Trash2,
      isDanger: true,
      onSelect: () => change((list) => list.filter((section) => section.id !== id)),
    },
  );
  return <MenuSurface {...place} entries={entries} />;
}

function change(edit: Parameters<typeof chat.sidebar.change>[0]): void {
  void tellFailure(editingTexts.changeFailed, chat.sidebar.change(edit));
}
