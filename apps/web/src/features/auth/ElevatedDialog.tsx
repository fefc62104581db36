import { toApiError } from "@colbin/client";
import type { ReactNode } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { FormFieldsContext, useSubmission } from "#web/design/form/use-submission.ts";
import { Dialog } from "#web/design/overlay/Dialog.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { isProofFilled, proofText } from "./elevation-proof.ts";
import { elevationTexts } from "./elevation-texts.ts";
import { forgetElevation } from "./elevation.ts";
import { ElevationProof } from "./ElevationProof.tsx";
import { useElevation, type Turn } from "./use-elevation.ts";

interface ElevatedDialogProps {
  title: string;
  text: string;
  /** The text of the confirming button: the verb of the question. */
  verb: string;
  isDisabled: boolean;
  /** The act can be undone. */
  isHarmless?: boolean;
  /** Something else follows in the place of the dialog: its end is the caller's. */
  staysOpen?: boolean;
  /** The failed action in words, before the reason of a refusal. */
  failure?: string;
  /** Does it with the token of the elevation; rejects where it was refused. */
  onConfirm: (elevation: string) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks, has the person show that it is still they, and does it (rules-identity 29, 30). */
export function ElevatedDialog(props: ElevatedDialogProps) {
  const { title, text, verb, isDisabled, isHarmless, staysOpen, onConfirm, onClose, children } =
    props;
  const { asked, value, setValue, ask, obtain, take, choose } = useElevation();

  async function run(): Promise<void> {
    const token = await obtain();
    if (token === undefined) return;
    try {
      await onConfirm(token);
      if (!staysOpen) onClose();
    } catch (cause) {
      if (toApiError(cause).code !== "ELEVATION_REQUIRED") throw cause;
      forgetElevation();
      await ask();
    }
  }

  const { isBusy, message, fields, formProps } = useSubmission({ run, failure: props.failure });

  function submit(turn: Turn): void {
    take(turn);
    formProps.ref.current?.requestSubmit();
  }

  const isPasskey = asked?.way === "passkey";
  return (
    <Dialog
      title={title}
      text={asked ? proofText(asked) : text}
      isFixed={isBusy}
      onClose={onClose}
      form={formProps}
      foot={
        <>
          <Button aria-disabled={isBusy} onClick={() => !isBusy && onClose()}>
            {t(elevationTexts.cancel)}
          </Button>
          <Button
            // Without a field the focus comes here, which takes a new button.
            key={isPasskey ? "passkey" : "act"}
            autoFocus={isPasskey}
            type="submit"
            variant={isHarmless ? "primary" : "danger"}
            isBusy={isBusy}
            disabled={asked ? !isProofFilled(asked, value) : isDisabled}
          >
            {verb}
          </Button>
        </>
      }
    >
      <FormFieldsContext value={fields}>
        {message !== undefined && <Note>{message}</Note>}
        {asked ? (
          <ElevationProof
            asked={asked}
            value={value}
            isBusy={isBusy}
            onChange={setValue}
            onChoose={(way) => submit(choose(way))}
            onTurn={submit}
          />
        ) : (
          children
        )}
      </FormFieldsContext>
    </Dialog>
  );
}
