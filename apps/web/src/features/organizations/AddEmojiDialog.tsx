import { CUSTOM_EMOJI_BYTES_MAX, emojiNamePattern, type WorkspaceId } from "@colbin/protocol";
import { ImagePlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { account } from "#web/lib/api/account.ts";
import { renew } from "#web/lib/api/use-renewal.ts";
import { t } from "#web/lib/language/i18n.ts";
import { proposeEmojiName } from "./emoji-name.ts";
import { emojiPageTexts } from "./emoji-texts.ts";

interface AddEmojiDialogProps {
  orgId: WorkspaceId;
  onClose: () => void;
}

interface Chosen {
  readonly file: File;
  /** Shows it in this page. */
  readonly address: string;
}

const TYPES: readonly string[] = ["image/png", "image/gif", "image/webp"];
const kb = CUSTOM_EMOJI_BYTES_MAX / 1024;

export function AddEmojiDialog({ orgId, onClose }: AddEmojiDialogProps) {
  const [chosen, setChosen] = useState<Chosen>();
  const [name, setName] = useState("");
  const { file, address } = chosen ?? {};
  const refusal = file && refusalOf(file);
  useEffect(() => () => URL.revokeObjectURL(address ?? ""), [address]);

  function choose(next: File): void {
    // A name that the person wrote stays.
    if (name === "" || (file && name === proposeEmojiName(file.name)))
      setName(proposeEmojiName(next.name));
    setChosen({ file: next, address: URL.createObjectURL(next) });
  }

  async function add(bytes: File): Promise<void> {
    const image = { bytes, mediaType: bytes.type };
    await account.call("addEmoji", { params: { orgId }, query: { name } }, { image });
    await renew("listEmoji");
  }

  return (
    <FormDialog
      title={t(emojiPageTexts.add)}
      text={t(emojiPageTexts.addText, { kb })}
      verb={t(emojiPageTexts.addVerb)}
      failure={t(emojiPageTexts.addFailed)}
      isDisabled={!file || refusal !== undefined || !emojiNamePattern.test(name)}
      onConfirm={() => (file ? add(file) : Promise.resolve())}
      onClose={onClose}
    >
      <Chooser
        address={refusal === undefined ? address : undefined}
        refusal={refusal}
        onChoose={choose}
      />
      <TextField
        label={t(emojiPageTexts.name)}
        hint={t(emojiPageTexts.nameHint)}
        name="name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={name}
        onChange={(text) => setName(text.toLowerCase().replaceAll(":", ""))}
      />
    </FormDialog>
  );
}

function refusalOf({ type, size }: File): string | undefined {
  if (!TYPES.includes(type)) return t(emojiPageTexts.wrongType);
  return size > CUSTOM_EMOJI_BYTES_MAX ? t(emojiPageTexts.tooLarge, { kb }) : undefined;
}

interface ChooserProps {
  /** Shows the chosen image as it will be. */
  address: string | undefined;
  refusal: string | undefined;
  onChoose: (file: File) => void;
}

function Chooser({ address, refusal, onChoose }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex min-h-16 items-center gap-3.5">
      <span className="grid size-16 flex-none place-items-center rounded-md bg-hover">
        {address === undefined ? (
          <ImagePlus className="text-ink-subtle" aria-hidden="true" />
        ) : (
          <img src={address} alt={t(emojiPageTexts.preview)} className="size-12 object-contain" />
        )}
      </span>
      <div className="grid min-w-0 justify-items-start gap-1.5">
        <Button autoFocus onClick={() => input.current?.click()}>
          {t(address === undefined ? emojiPageTexts.choose : emojiPageTexts.chooseOther)}
        </Button>
        <span role="status" className={refusal === undefined ? "sr-only" : "text-danger-ink"}>
          {refusal}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={TYPES.join()}
        aria-label={t(emojiPageTexts.choose)}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) onChoose(chosen);
          // The same file again is a choice as well.
          target.value = "";
        }}
      />
    </div>
  );
}
