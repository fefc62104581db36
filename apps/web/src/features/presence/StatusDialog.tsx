import { CUSTOM_STATUS_MAX, type CustomStatus } from "@colbin/protocol";
import { useState } from "react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { StatusEmoji } from "./StatusEmoji.tsx";
import { lasts, suggestions, toExpiry, type Last } from "./status-lasts.ts";
import { statusTexts } from "./status-texts.ts";
import { toStatusEnd } from "./status-end.ts";

interface StatusDialogProps {
  saved: CustomStatus | null;
  onClose: () => void;
}

/** The status that the person shows beside their name; saving an empty one takes it back. */
export function StatusDialog({ saved: shown, onClose }: StatusDialogProps) {
  // As it was when it was opened: what comes meanwhile changes nothing under the hand.
  const [saved] = useState(shown);
  const [emoji, setEmoji] = useState(saved?.emoji ?? null);
  const [text, setText] = useState(saved?.text ?? "");
  const [last, setLast] = useState<Last | "kept">(saved?.expiresAt ? "kept" : "never");
  const { act } = useAct("updateMe");

  async function save(status: CustomStatus | null): Promise<void> {
    account.tokens.setUser(await act({ body: { customStatus: status } }));
  }
  const expiresAt = (): string | null =>
    last === "kept" ? (saved?.expiresAt ?? null) : toExpiry(last, new Date());
  const options: { readonly value: Last | "kept"; readonly label: string }[] = lasts.map(
    (value) => ({ value, label: t(statusTexts[value]) }),
  );
  if (saved?.expiresAt) options.unshift({ value: "kept", label: toStatusEnd(saved.expiresAt) });
  const clear = (): void => {
    setEmoji(null);
    setText("");
    setLast("never");
  };

  return (
    <FormDialog
      title={t(statusTexts.set)}
      verb={t(statusTexts.save)}
      onConfirm={() => save({ emoji, text, expiresAt: expiresAt() })}
      onClose={onClose}
    >
      <div className="flex items-end gap-2">
        <StatusEmoji emoji={emoji} onPick={setEmoji} />
        <TextField
          name="customStatus.text"
          label={t(statusTexts.field)}
          value={text}
          onChange={setText}
          maxLength={CUSTOM_STATUS_MAX}
          count={`${text.length} / ${CUSTOM_STATUS_MAX}`}
          autoComplete="off"
          className="min-w-0 flex-1"
        />
      </div>
      {(emoji !== null || text !== "") && (
        <TextButton className="justify-self-start" onClick={clear}>
          {t(statusTexts.clear)}
        </TextButton>
      )}
      <Suggestions
        onPick={(suggestion) => {
          setEmoji(suggestion.emoji);
          setText(t(suggestion.text));
          setLast(suggestion.last);
        }}
      />
      <Select
        name="customStatus.expiresAt"
        label={t(statusTexts.clearAfter)}
        options={options}
        value={last}
        onChange={setLast}
      />
    </FormDialog>
  );
}

function Suggestions({ onPick }: { onPick: (suggestion: (typeof suggestions)[number]) => void }) {
  return (
    <div role="group" aria-label={t(statusTexts.suggestions)} className="-mx-2 grid">
      <p aria-hidden="true" className="px-2 pb-1 text-sm text-ink-muted">
        {t(statusTexts.suggestions)}
      </p>
      {suggestions.map((suggestion) => (
        <button
          key={suggestion.emoji}
          type="button"
          onClick={() => onPick(suggestion)}
          className="flex min-h-8 items-center gap-3 rounded-sm px-2 text-start hover:bg-hover coarse:min-h-touch"
        >
          <span aria-hidden="true" className="text-lg">
            {suggestion.emoji}
          </span>
          <span className="min-w-0 flex-1">{t(suggestion.text)}</span>
          <span className="text-sm text-ink-subtle">{t(statusTexts[suggestion.last])}</span>
        </button>
      ))}
    </div>
  );
}
