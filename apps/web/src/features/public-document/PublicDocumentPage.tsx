import { toApiError } from "@colbin/client";
import { decodePart, type PublicDocument } from "@colbin/protocol";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { ButtonLink } from "#web/design/button/ButtonLink.tsx";
import { PasswordField } from "#web/design/form/PasswordField.tsx";
import { Dove } from "#web/design/identity/Dove.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { t } from "#web/lib/language/i18n.ts";
import { PublicSheet } from "./PublicSheet.tsx";
import { publicTexts } from "./public-texts.ts";

/** `/public/document/{token}`: a document as it is now, for whoever has its link. */
export function PublicDocumentPage() {
  const [token] = useState(readToken);
  const [password, setPassword] = useState<string>();
  const open = (given?: string): Promise<PublicDocument> =>
    account.call("openPublicDocument", {
      params: { token },
      body: given === undefined ? {} : { password: given },
    });
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["openPublicDocument", token],
      queryFn: () => open(),
      // Each look counts as a view, and a refusal stays one.
      staleTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
    },
    queryClient,
  );
  const unlock = useMutation(
    {
      mutationFn: (given: string) => {
        setPassword(given);
        return open(given);
      },
    },
    queryClient,
  );
  const shown = unlock.data ?? data;
  if (shown)
    return (
      <PublicSheet shown={shown} token={token} {...(password !== undefined && { password })} />
    );
  if (error && toApiError(error).code === "LINK_PASSWORD_REQUIRED")
    return (
      <Locked
        error={unlock.error}
        isBusy={unlock.isPending}
        onOpen={(given) => unlock.mutate(given)}
      />
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Stage title={t(publicTexts.loading)}>
      <Spinner className="size-6 text-ink-subtle" />
    </Stage>
  );
}

function readToken(): string {
  return decodePart(window.location.pathname.replace(/\/$/, "").split("/").at(-1) ?? "");
}

interface LockedProps {
  error: Error | null;
  isBusy: boolean;
  onOpen: (password: string) => void;
}

function Locked({ error, isBusy, onOpen }: LockedProps) {
  const [password, setPassword] = useState("");
  return (
    <Stage title={t(publicTexts.locked)}>
      <form
        className="grid gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== "" && !isBusy) onOpen(password);
        }}
      >
        {error && <Note>{errorText(error)}</Note>}
        <p className="text-ink-muted">{t(publicTexts.lockedText)}</p>
        <PasswordField
          label={t(publicTexts.password)}
          size="lg"
          autoFocus
          value={password}
          onChange={setPassword}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isBlock
          isBusy={isBusy}
          disabled={password === ""}
        >
          {t(publicTexts.open)}
        </Button>
      </form>
    </Stage>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { productName: product } = usePublicConfig();
  const { status } = toApiError(error);
  const isMissing = status === 404 || status === 400;
  const isGone = status === 410;
  const title = isMissing ? publicTexts.notFound : isGone ? publicTexts.gone : publicTexts.failed;
  return (
    <Stage title={t(title)}>
      <p role="alert" className="text-ink-muted">
        {isMissing
          ? t(publicTexts.notFoundText)
          : isGone
            ? t(publicTexts.goneText)
            : errorText(error)}
      </p>
      {!isMissing && !isGone && <Button onClick={onRetry}>{t(publicTexts.retry)}</Button>}
      <ButtonLink href="/">{t(publicTexts.home, { product })}</ButtonLink>
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
