import { documentNodes } from "@colbin/documents";
import { toApiError } from "@colbin/client";
import type { PublicDocument } from "@colbin/protocol";
import { useMutation } from "@tanstack/react-query";
import { Editor } from "@tiptap/core";
import { useEffect, useRef } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Dove } from "#web/design/identity/Dove.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { withViews } from "#web/features/documents/node-views.ts";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { documentPath, PERSONAL } from "#web/lib/routing/paths.ts";
import { publicFileViews, type PublicPlace } from "./public-files.ts";
import { publicTexts } from "./public-texts.ts";

interface PublicSheetProps {
  shown: PublicDocument;
  token: string;
  password?: string;
}

/** The document, which nobody changes here. */
export function PublicSheet({ shown, token, password }: PublicSheetProps) {
  const { title, icon, content, updatedAt, fileKey } = shown;
  const { productName } = usePublicConfig();
  const isSignedIn = useStore(account.session, ({ isAuthenticated }) => isAuthenticated);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return undefined;
    const editor = openText(place.current, content, { token, fileKey });
    return () => editor.destroy();
  }, [content, token, fileKey]);
  const date = formatDate(new Date(updatedAt), "full");
  return (
    <div className="min-h-dvh bg-canvas">
      <title>{title}</title>
      <header className="flex h-header items-center gap-2 border-b border-line px-gutter">
        <Dove className="size-6 flex-none text-brand" />
        <span className="clip-line min-w-0 flex-1 text-ink-muted">{productName}</span>
        {isSignedIn && <InApp link={{ token, ...(password !== undefined && { password }) }} />}
      </header>
      <main className="mx-auto max-w-170 px-gutter pt-10 pb-20 max-pair:pt-5">
        <h1 dir="auto" className="text-2xl font-strong tracking-title wrap-anywhere">
          {icon !== null && (
            <span aria-hidden="true" className="me-2 font-emoji">
              {icon}
            </span>
          )}
          {title}
        </h1>
        <p className="mt-3 mb-6.5 text-ink-subtle max-pair:mb-4">
          <time dateTime={updatedAt}>{t(publicTexts.updated, { date })}</time>
        </p>
        <div ref={place} className="document-text" />
      </main>
    </div>
  );
}

/** Links in it lead where they say; a task stays as it is. */
function openText(
  element: HTMLElement,
  content: PublicDocument["content"],
  place: PublicPlace,
): Editor {
  return new Editor({
    element,
    editable: false,
    content,
    extensions: withViews(
      documentNodes({ toTaskLabel: (text) => t(publicTexts.task, { text }) }),
      publicFileViews(place),
    ),
    editorProps: {
      attributes: {
        role: "document",
        "aria-label": t(publicTexts.text),
        class: "outline-none",
      },
    },
  });
}

/** Gives a signed-in member the level of the link, and leads to the document, in its workspace. */
function InApp({ link }: { link: { readonly token: string; readonly password?: string } }) {
  const open = useMutation(
    {
      mutationFn: async () => {
        const accessToken = await account.tokens.ensureValid();
        return account.call("openDocumentLink", { body: link }, { accessToken });
      },
      onSuccess: ({ id, workspaceId, isPersonal }) => {
        const query = new URLSearchParams({ org: isPersonal ? PERSONAL : workspaceId });
        window.location.assign(`${documentPath(id)}?${query.toString()}`);
      },
    },
    queryClient,
  );
  return (
    <>
      {open.error && (
        <Note>
          {toApiError(open.error).code === "DOCUMENT_NOT_FOUND"
            ? t(publicTexts.notMember)
            : errorText(open.error)}
        </Note>
      )}
      <Button size="header" isBusy={open.isPending} onClick={() => open.mutate()}>
        {t(publicTexts.inApp)}
      </Button>
    </>
  );
}
