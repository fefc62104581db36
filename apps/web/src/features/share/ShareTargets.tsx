import {
  AtSign,
  Mail,
  MessageCircle,
  Send,
  Smartphone,
  ThumbsUp,
  type LucideIcon,
} from "lucide-react";
import { toast } from "#web/design/overlay/toast.ts";
import { copyText } from "#web/lib/device/clipboard.ts";
import { t } from "#web/lib/language/i18n.ts";
import { SHARE_TOAST_MS } from "./constants.ts";
import { shareHref, shareTargets, type ShareTarget } from "./share-links.ts";
import { shareTexts } from "./texts.ts";

const icons: Record<ShareTarget, LucideIcon> = {
  twitter: AtSign,
  facebook: ThumbsUp,
  whatsapp: MessageCircle,
  telegram: Send,
  email: Mail,
};

const look =
  "grid w-full justify-items-center gap-1.5 rounded-md px-0.5 pt-2.5 pb-2 text-xs text-ink-muted no-underline hover:bg-hover hover:text-ink";

interface ShareTargetsProps {
  link: string;
  /** The text that goes with the link. */
  words: string;
}

/** Other places where the link is passed on, each in a tab of its own; the device's own sharing where it has one. */
export function ShareTargets({ link, words }: ShareTargetsProps) {
  return (
    <ul
      aria-label={t(shareTexts.with)}
      className="-mx-1 grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] gap-1.5 border-t border-line pt-2.5"
    >
      {shareTargets.map((target) => (
        <li key={target}>
          <a
            href={shareHref(target, link, words)}
            target="_blank"
            rel="noopener noreferrer"
            className={look}
          >
            <Mark icon={icons[target]} />
            {t(shareTexts[target])}
          </a>
        </li>
      ))}
      {"share" in navigator && (
        <li>
          <button type="button" className={look} onClick={() => void shareWithApp(link, words)}>
            <Mark icon={Smartphone} />
            {t(shareTexts.device)}
          </button>
        </li>
      )}
    </ul>
  );
}

function Mark({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span data-mark="" className="grid size-10 place-items-center rounded-full bg-hover text-ink">
      <Icon aria-hidden="true" />
    </span>
  );
}

async function shareWithApp(url: string, text: string): Promise<void> {
  try {
    await navigator.share({ url, text });
  } catch (error) {
    // Closing the system's own dialog is a choice, not a failure.
    if (error instanceof DOMException && error.name === "AbortError") return;
    const isCopied = await copyText(url);
    toast({
      title: t(isCopied ? shareTexts.copied : shareTexts.copyFailed),
      variant: isCopied ? "default" : "warning",
      durationMs: SHARE_TOAST_MS,
    });
  }
}
