import type { ReplyOf } from "@colbin/protocol";
import { useState } from "react";
import { TextField } from "#web/design/form/TextField.tsx";
import { ElevatedDialog } from "#web/features/auth/ElevatedDialog.tsx";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { CodeDialog } from "./CodeDialog.tsx";
import { contactTexts } from "./contact-texts.ts";

interface ChangeContactDialogProps {
  kind: "email" | "phone";
  isFirst: boolean;
  onClose: () => void;
}

/** The address that is wanted, with the proof of its code once that was sent there. */
interface Wanted {
  readonly sent: ReplyOf<"startIdentifierChange">;
  readonly elevation: string;
}

const words = {
  email: {
    first: contactTexts.addEmail,
    other: contactTexts.changeEmail,
    field: contactTexts.newEmail,
  },
  phone: {
    first: contactTexts.addPhone,
    other: contactTexts.changePhone,
    field: contactTexts.newPhone,
  },
} as const;

/** Two proofs: that it is still the person, and that the new address is theirs. */
export function ChangeContactDialog({ kind, isFirst, onClose }: ChangeContactDialogProps) {
  const [identifier, setIdentifier] = useState("");
  const [wanted, setWanted] = useState<Wanted>();
  const { first, other, field } = words[kind];
  const title = t(isFirst ? first : other);
  if (wanted) {
    const { sent, elevation } = wanted;
    return (
      <CodeDialog
        title={title}
        sent={sent}
        verb={title}
        failure={t(contactTexts.changeFailed)}
        onConfirm={async (otp) => {
          const body = { identifier: sent.user.identifier, otp };
          await account.call("changeIdentifier", { body }, { elevation });
          await account.users.me();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <ElevatedDialog
      title={title}
      text={t(contactTexts.text)}
      verb={t(contactTexts.continue)}
      failure={t(contactTexts.sendFailed)}
      isHarmless
      isDisabled={identifier.trim() === ""}
      onConfirm={async (elevation) => {
        const body = { identifier: identifier.trim() };
        const sent = await account.call("startIdentifierChange", { body }, { elevation });
        setWanted({ sent, elevation });
      }}
      staysOpen
      onClose={onClose}
    >
      <TextField
        label={t(field)}
        name="identifier"
        type={kind === "email" ? "email" : "tel"}
        autoComplete={kind === "email" ? "email" : "tel"}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={identifier}
        onChange={setIdentifier}
      />
    </ElevatedDialog>
  );
}
