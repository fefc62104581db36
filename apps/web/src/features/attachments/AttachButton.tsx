import { Camera, Paperclip } from "lucide-react";
import { useRef, type ComponentProps, type RefObject } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { LateMenu } from "#web/design/menu/late-menu.ts";
import { Menu } from "#web/design/menu/Menu.tsx";
import type { MenuAction } from "#web/design/menu/menu-entry.ts";
import { useMediaQuery } from "#web/lib/device/media.ts";
import { t } from "#web/lib/language/i18n.ts";
import { addFiles, type TrayPlace } from "./add-files.ts";
import { DropSurface } from "./DropSurface.tsx";
import { fileTexts } from "./texts.ts";
import { usePastedFiles } from "./use-pasted-files.ts";

interface AttachButtonProps extends TrayPlace {
  field: RefObject<HTMLTextAreaElement | null>;
  isDisabled: boolean;
}

/** The ways by which files come into a message: chosen, photographed, pasted, or dropped where the composer is. */
export function AttachButton({ at, roomId, field, isDisabled }: AttachButtonProps) {
  const isTouch = useMediaQuery("(pointer: coarse)");
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const add = (files: readonly File[]): void => {
    if (files.length === 0) return;
    void addFiles({ at, roomId }, files);
    field.current?.focus();
  };
  usePastedFiles(field, isDisabled ? undefined : add);
  const choose = () => chooser.current?.click();
  const input: ComponentProps<"input"> = {
    type: "file",
    hidden: true,
    "aria-label": t(fileTexts.choose),
    onChange: ({ target }) => {
      add([...(target.files ?? [])]);
      // The same file again is a choice as well.
      target.value = "";
    },
  };
  const entries: readonly MenuAction[] = [
    { kind: "action", id: "files", label: t(fileTexts.choose), icon: Paperclip, onSelect: choose },
    {
      kind: "action",
      id: "photo",
      label: t(fileTexts.photo),
      icon: Camera,
      onSelect: () => camera.current?.click(),
    },
  ];
  const icon = <Paperclip aria-hidden="true" />;
  return (
    <>
      {isTouch ? (
        <Menu
          label={t(fileTexts.attach)}
          surface={LateMenu}
          side="top"
          align="start"
          props={{ entries }}
        >
          {(button) => (
            <IconButton {...button} label={t(fileTexts.attach)} disabled={isDisabled}>
              {icon}
            </IconButton>
          )}
        </Menu>
      ) : (
        <IconButton label={t(fileTexts.attach)} disabled={isDisabled} onClick={choose}>
          {icon}
        </IconButton>
      )}
      <input {...input} ref={chooser} multiple />
      <input {...input} ref={camera} accept="image/*" capture="environment" />
      {!isDisabled && <DropSurface field={field} onDrop={add} />}
    </>
  );
}
