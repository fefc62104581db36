import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { useState, type ComponentProps, type ReactNode } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { designTexts } from "#web/design/texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { focusPlace, giveBack, useEscape } from "./dialog-keys.ts";
import { useWayBack } from "./use-way-back.ts";

interface DialogProps {
  title: string;
  text?: string | undefined;
  onClose: () => void;
  /** It stays while something is under way that it will have to tell the end of. */
  isFixed?: boolean;
  /** The body, below the text. */
  children?: ReactNode;
  /** The buttons of its foot. */
  foot?: ReactNode;
  /** Body and foot are a form. */
  form?: ComponentProps<"form">;
}

/** Load it lazily: it brings the focus trap with it. On a phone it rises from the bottom edge. */
export function Dialog(props: DialogProps) {
  const { title, text, onClose, isFixed = false, children, foot, form } = props;
  const [place] = useState(focusPlace);
  const close = () => isFixed || onClose();
  const content = useEscape(close);
  useWayBack(true, close);
  const parts = (
    <>
      {children ? <div className="grid grid-cols-1 gap-4 px-5 pt-4 pb-5">{children}</div> : <Gap />}
      {foot && (
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3 max-pair:[&>button]:flex-1">
          {foot}
        </div>
      )}
    </>
  );
  return (
    <Primitive.Root open onOpenChange={(isOpen) => isOpen || close()}>
      <Primitive.Portal>
        <Primitive.Overlay className="animate-appear fixed inset-0 z-dialog grid grid-cols-1 place-items-center overflow-auto bg-scrim p-4 max-pair:place-items-end max-pair:p-2">
          <Primitive.Content
            ref={content}
            {...(text === undefined && { "aria-describedby": undefined })}
            // Nothing that Radix knows has opened it, so it would leave the focus nowhere.
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              giveBack(place);
            }}
            data-surface=""
            className="animate-rise w-full max-w-120 rounded-xl bg-raised shadow-dialog focus:outline-none"
          >
            <div className="flex items-start justify-between gap-3 pt-4.5 ps-5 pe-3.5">
              <Primitive.Title className="min-w-0 text-lg font-strong tracking-title wrap-anywhere">
                {title}
              </Primitive.Title>
              <Primitive.Close asChild>
                <IconButton label={t(designTexts.close)} aria-disabled={isFixed}>
                  <X aria-hidden="true" />
                </IconButton>
              </Primitive.Close>
            </div>
            {text !== undefined && (
              <Primitive.Description className="px-5 pt-0.5 text-ink-muted">
                {text}
              </Primitive.Description>
            )}
            {form ? <form {...form}>{parts}</form> : parts}
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Gap() {
  return <div className="h-5" />;
}
