import { toApiError } from "@colbin/client";
import type { ReplyOf } from "@colbin/protocol";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { ButtonLink } from "#web/design/button/ButtonLink.tsx";
import { Dove } from "#web/design/identity/Dove.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { t } from "#web/lib/language/i18n.ts";
import { scopeQuestions, unsubscribeTexts } from "./unsubscribe-texts.ts";

type Subject = ReplyOf<"getUnsubscribe">;

/** `/unsubscribe#token=`: what a link in a mail would switch off; a button does it, signed out as well (rules-notifications 23). */
export function UnsubscribePage() {
  const [token] = useState(readToken);
  const input = { params: { token } };
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["getUnsubscribe", token],
      queryFn: () => account.call("getUnsubscribe", input),
    },
    queryClient,
  );
  const stop = useMutation({ mutationFn: () => account.call("unsubscribe", input) }, queryClient);
  const subject = stop.data ?? data;
  if (subject)
    return (
      <Stage title={t(unsubscribeTexts.title, { address: subject.address })}>
        {subject.isOff ? (
          <Done />
        ) : (
          <Question
            subject={subject}
            error={stop.error}
            isBusy={stop.isPending}
            onStop={() => stop.mutate()}
          />
        )}
      </Stage>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Stage title={t(unsubscribeTexts.loading)}>
      <Spinner className="size-6 text-ink-subtle" />
    </Stage>
  );
}

/** The token stands behind the #, so that no server and no log sees it on the way. */
function readToken(): string {
  return new URLSearchParams(window.location.hash.slice(1)).get("token") ?? "";
}

interface QuestionProps {
  subject: Subject;
  error: Error | null;
  isBusy: boolean;
  onStop: () => void;
}

function Question({ subject, error, isBusy, onStop }: QuestionProps) {
  return (
    <>
      {error && <Note>{errorText(error)}</Note>}
      <p>{t(scopeQuestions[subject.scope])}</p>
      <Button variant="primary" size="lg" isBlock isBusy={isBusy} onClick={onStop}>
        {t(unsubscribeTexts.stop)}
      </Button>
      <p className="text-xs text-ink-subtle">{t(unsubscribeTexts.security)}</p>
    </>
  );
}

function Done() {
  return (
    <>
      <p role="status">{t(unsubscribeTexts.stopped)}</p>
      <p className="text-ink-muted">{t(unsubscribeTexts.later)}</p>
      <ButtonLink href="/settings/account">{t(unsubscribeTexts.settings)}</ButtonLink>
    </>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { productName: product } = usePublicConfig();
  // A link that is not ours does not become one.
  const { status } = toApiError(error);
  const mayChange = status !== 400 && status !== 404;
  return (
    <Stage title={t(unsubscribeTexts.invalid)}>
      <p role="alert" className="text-ink-muted">
        {errorText(error)}
      </p>
      {mayChange && <Button onClick={onRetry}>{t(unsubscribeTexts.retry)}</Button>}
      <ButtonLink href="/">{t(unsubscribeTexts.home, { product })}</ButtonLink>
    </Stage>
  );
}

function Stage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <title>{title}</title>
      <section className="grid w-full max-w-100 gap-3.5 rounded-xl bg-raised px-8 py-8 shadow-dialog max-pair:px-5.5">
        <Dove className="-ms-1.25 size-9 text-brand" />
        <h1 className="text-xl font-strong tracking-title wrap-anywhere">{title}</h1>
        {children}
      </section>
    </main>
  );
}
