import type { ReactNode } from "react";
import { t } from "#web/lib/i18n.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Note } from "./Note.tsx";
import { designTexts } from "./texts.ts";
import { FormFieldsContext, useSubmission } from "./use-submission.ts";

interface FormDialogProps {
  title: string;
  text?: string;
  /** What the confirming button does: the verb of the question. */
  verb: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** Rejects where it was refused: the dialog stays and says why. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  /** Fields; each shows what the refusal says of its `name`. */
  children?: ReactNode;
}

/** Asks, does it, and closes when it is done. Load it lazily, as every dialog. */
export function FormDialog(props: FormDialogProps) {
  const { title, text, verb, isDanger = false, isDisabled = false, onClose, children } = props;
  const { isBusy, message, fields, formProps } = useSubmission({
    run: props.onConfirm,
    onDone: onClose,
  });
  return (
    <Dialog
      title={title}
      text={text}
      isFixed={isBusy}
      onClose={onClose}
      form={formProps}
      foot={
        <>
          <Button aria-disabled={isBusy} onClick={() => !isBusy && onClose()}>
            {t(designTexts.cancel)}
          </Button>
          <Button
            type="submit"
            variant={isDanger ? "danger" : "primary"}
            isBusy={isBusy}
            disabled={isDisabled}
          >
            {verb}
          </Button>
        </>
      }
    >
      {(message !== undefined || children !== undefined) && (
        <FormFieldsContext value={fields}>
          {message !== undefined && <Note>{message}</Note>}
          {children}
        </FormFieldsContext>
      )}
    </Dialog>
  );
}
