import clsx from "clsx";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { Sentence } from "#web/lib/language/Sentence.tsx";
import { socialTexts } from "./social-texts.ts";

interface ProviderWaitProps {
  className?: string;
  onCancel: () => void;
}

/** Says that a provider's window is waited for, and ends that: a window that was cut from this page cannot be seen to close. */
export function ProviderWait({ className, onCancel }: ProviderWaitProps) {
  return (
    <p role="status" className={clsx("text-ink-muted", className)}>
      <Sentence text={socialTexts.waits} elements={{ cancel: <TextButton onClick={onCancel} /> }} />
    </p>
  );
}
