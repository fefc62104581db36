import { ChevronDown, Import, LayoutTemplate } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { LateMenu } from "#web/design/menu/late-menu.ts";
import type { MenuEntry } from "#web/design/menu/menu-entry.ts";
import { Menu } from "#web/design/menu/Menu.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { fileTexts } from "./file-texts.ts";

const TemplateDialog = lazyPart(() => import("./TemplateDialog.tsx"), "TemplateDialog");
const ImportDialog = lazyPart(() => import("./ImportDialog.tsx"), "ImportDialog");

/** Beside the button that makes an empty document: the other beginnings of one. */
export function NewDocumentMenu() {
  const [dialog, setDialog] = useState<"template" | "import">();
  const close = () => setDialog(undefined);
  const label = t(fileTexts.newMore);
  const entries: readonly MenuEntry[] = [
    {
      kind: "action",
      id: "template",
      label: t(fileTexts.fromTemplate),
      icon: LayoutTemplate,
      onSelect: () => setDialog("template"),
    },
    {
      kind: "action",
      id: "import",
      label: t(fileTexts.import),
      icon: Import,
      onSelect: () => setDialog("import"),
    },
  ];
  return (
    <>
      <Menu label={label} surface={LateMenu} props={{ entries }}>
        {(button) => (
          <IconButton {...button} label={label}>
            <ChevronDown aria-hidden="true" />
          </IconButton>
        )}
      </Menu>
      {dialog === "template" && <TemplateDialog onClose={close} />}
      {dialog === "import" && <ImportDialog onClose={close} />}
    </>
  );
}
