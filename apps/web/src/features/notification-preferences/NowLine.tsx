import type { QuietHours, ReplyOf } from "@colbin/protocol";
import { Bell, BellOff } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { momentText } from "#web/design/form/near-times.ts";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { toast } from "#web/design/overlay/toast.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { settingTexts, wayTexts } from "./texts.ts";

/** Says what would happen to a notification that came now, with a way to try it. */
export function NowLine({ quiet }: { quiet: QuietHours }) {
  const { act, isPending } = useAct("testNotifications");
  const Icon = quiet.quietUntil === null ? Bell : BellOff;
  const test = async (): Promise<void> => tellResults((await act({})).results);
  return (
    <section
      aria-label={t(settingTexts.now)}
      data-surface=""
      className="flex items-center gap-3 rounded-lg bg-accent-soft px-4.5 py-3 max-pair:flex-wrap"
    >
      <Icon aria-hidden="true" className="flex-none text-accent-ink" />
      <p role="status" className="min-w-0 flex-1">
        {stateText(quiet)}
      </p>
      <Button
        isBusy={isPending}
        className="max-pair:w-full"
        onClick={() => void tellFailure(settingTexts.testFailed, test())}
      >
        {t(settingTexts.test)}
      </Button>
    </section>
  );
}

function stateText({ quietUntil, quietFrom }: QuietHours): string {
  const whenOf = (at: string) => ({ when: momentText(new Date(at), new Date()) });
  if (quietUntil !== null) return t(settingTexts.quietUntil, whenOf(quietUntil));
  return quietFrom === null ? t(settingTexts.loud) : t(settingTexts.loudUntil, whenOf(quietFrom));
}

type Results = ReplyOf<"testNotifications">["results"];

function tellResults(results: Results): void {
  const list = new Intl.ListFormat(displayLocale());
  const wordsOf = ({ channel, result }: Results[number]): string => {
    const way = t(wayTexts[channel]);
    if (result === "sent") return way;
    return t(result === "off" ? settingTexts.testOff : settingTexts.testUnavailable, { way });
  };
  const ways = (isSent: boolean) =>
    list.format(results.filter(({ result }) => (result === "sent") === isSent).map(wordsOf));
  const missing = ways(false);
  toast({
    title: t(settingTexts.tested, { ways: ways(true) }),
    ...(missing !== "" && { description: t(settingTexts.notTested, { ways: missing }) }),
  });
}
