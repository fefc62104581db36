import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { t } from "#web/lib/i18n.ts";
import { IconButton } from "./IconButton.tsx";
import { designTexts } from "./texts.ts";

interface DialogProps {
  title: string;
  text: string;
  onClose: () => void;
  /** The buttons of its foot. */
  children: ReactNode;
}

/** Load it lazily: it brings the focus trap with it. On a phone it rises from the bottom edge. */
export function Dialog({ title, text, onClose, children }: DialogProps) {
  return (
    <Primitive.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="animate-appear fixed inset-0 z-dialog grid place-items-center overflow-auto bg-scrim p-4 max-pair:place-items-end max-pair:p-2">
          <Primitive.Content
            data-surface=""
            className="animate-rise w-full max-w-120 rounded-xl bg-raised shadow-dialog focus:outline-none"
          >
            <div className="flex items-start justify-between gap-3 pt-4.5 ps-5 pe-3.5">
              <Primitive.Title className="text-lg font-strong tracking-title">
                {title}
              </Primitive.Title>
              <Primitive.Close asChild>
                <IconButton label={t(designTexts.close)}>
                  <X aria-hidden="true" />
                </IconButton>
              </Primitive.Close>
            </div>
            <Primitive.Description className="px-5 pt-0.5 pb-5 text-ink-muted">
              {text}
            </Primitive.Description>
            <div className="flex items-center justify-end gap-2 border-t border-line px-5 py-3">
              {children}
            </div>
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
