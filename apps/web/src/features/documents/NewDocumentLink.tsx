import {
  LINK_PASSWORD_MAX,
  type DocumentId,
  type DocumentLink,
  type DocumentLinkLevel,
} from "@colbin/protocol";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormFieldsContext, useSubmission } from "#web/design/form/use-submission.ts";
import { Note } from "#web/design/page/Note.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { linkLevelTexts, linkTexts } from "./link-texts.ts";

const DAY_MS = 24 * 60 * 60_000;
const offeredDays = ["", "1", "7", "30", "90"] as const;

export interface MadeLink {
  readonly id: DocumentLink["id"];
  /** The address, which is told this once. */
  readonly link: string;
}

interface NewDocumentLinkProps {
  id: DocumentId;
  onDone: (made?: MadeLink) => void;
}

/** The level, the end and the password of a new link. */
export function NewDocumentLink({ id, onDone }: NewDocumentLinkProps) {
  const [level, setLevel] = useState<DocumentLinkLevel>("READ");
  const [days, setDays] = useState<(typeof offeredDays)[number]>("");
  const [password, setPassword] = useState("");
  const { act } = useAct("createDocumentLink", ["listDocumentLinks"]);
  const { isBusy, message, fields, formProps } = useSubmission({
    failure: t(linkTexts.createFailed),
    run: async () => {
      const end = days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      const body = { level, expiresAt: end, ...(password !== "" && { password }) };
      onDone(await act({ params: { id }, body }));
    },
  });
  return (
    <form className="grid gap-3 rounded-sm bg-hover p-3" {...formProps}>
      <FormFieldsContext value={fields}>
        {message !== undefined && <Note>{message}</Note>}
        <div className="grid grid-cols-2 gap-3 max-pair:grid-cols-1">
          <Select
            label={t(linkTexts.level)}
            name="level"
            options={(["READ", "COMMENT"] as const).map((value) => ({
              value,
              label: t(linkLevelTexts[value]),
            }))}
            value={level}
            onChange={setLevel}
          />
          <Select
            label={t(linkTexts.end)}
            name="expiresAt"
            options={offeredDays.map((value) => ({
              value,
              label: value === "" ? t(linkTexts.never) : t(linkTexts.days, { n: Number(value) }),
            }))}
            value={days}
            onChange={setDays}
          />
        </div>
        <TextField
          label={t(linkTexts.password)}
          hint={t(linkTexts.passwordHint)}
          name="password"
          autoComplete="off"
          maxLength={LINK_PASSWORD_MAX}
          value={password}
          onChange={setPassword}
        />
        <div className="flex justify-end gap-2">
          <Button size="sm" onClick={() => onDone()}>
            {t(linkTexts.cancel)}
          </Button>
          <Button size="sm" type="submit" variant="primary" isBusy={isBusy}>
            {t(linkTexts.create)}
          </Button>
        </div>
      </FormFieldsContext>
    </form>
  );
}
