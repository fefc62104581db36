import type { ReactNode } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { FormFieldsContext, useSubmission } from "#web/design/form/use-submission.ts";
import { Note } from "#web/design/page/Note.tsx";
import { designTexts } from "#web/design/texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { Dialog } from "./Dialog.tsx";

interface FormDialogProps {
  title: string;
  text?: string;
  /** The text of the confirming button: the verb of the question. */
  verb: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** The text of the button that closes the dialog without doing anything, where that is no refusal. */
  cancel?: string;
  /** The next step, beside the buttons. */
  note?: string;
  /** The failed action in words, before the reason of a refusal. */
  failure?: string;
  /** Rejects where it was refused: the dialog stays and says why. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  /** Given where it stays to show what came of it: once that is there, confirming closes it. */
  isDone?: boolean;
  /** Fields; each shows what the refusal says of its `name`. */
  children?: ReactNode;
}

/** Asks, does it, and closes when it is done. Load it lazily, as every dialog. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    text,
    verb,
    isDanger = false,
    isDisabled = false,
    isDone,
    cancel = t(designTexts.cancel),
    note,
    onClose,
    children,
  } = props;
  const { isBusy, message, fields, formProps } = useSubmission({
    run: props.onConfirm,
    failure: props.failure,
    onDone: isDone === false ? () => undefined : onClose,
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
          {note !== undefined && <p className="flex-1 text-ink-muted max-pair:hidden">{note}</p>}
          <Button hidden={isDone} aria-disabled={isBusy} onClick={() => !isBusy && onClose()}>
            {cancel}
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
