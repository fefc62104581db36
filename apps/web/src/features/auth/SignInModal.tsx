import { useEffect, useId, useRef, type ReactNode } from "react";
import { ThemeToggle } from "#web/design/button/ThemeToggle.tsx";
import { Dove } from "#web/design/identity/Dove.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { Sentence } from "#web/lib/language/Sentence.tsx";
import { SecondFactor } from "./SecondFactor.tsx";
import { SignInGhost } from "./SignInGhost.tsx";
import { authTexts } from "./texts.ts";

interface SignInModalProps {
  productName: string;
  termsUrl: string;
  privacyUrl: string;
  /** The sentence under the title. */
  lead: ReactNode;
  /** Shown above the dialog, over the whole width. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The frame of every step of signing in. Nothing but signing in closes it: no click outside, no Escape. */
export function SignInModal({
  productName,
  termsUrl,
  privacyUrl,
  lead,
  banner,
  children,
}: SignInModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <main>
      <SignInGhost />
      <dialog
        ref={dialog}
        closedby="none"
        aria-labelledby={titleId}
        // Browsers without closedby end a dialog on the second Escape whatever the page says: it opens again.
        onCancel={(event) => event.preventDefault()}
        onClose={() => dialog.current?.showModal()}
        className="fixed inset-0 grid h-dvh max-h-none w-full max-w-none grid-rows-[auto_1fr] overflow-auto bg-transparent p-4 text-ink outline-none backdrop:bg-transparent"
      >
        <div className="grid gap-2">{banner}</div>
        <section className="relative m-auto w-full max-w-100 rounded-[calc(var(--radius-xl)+var(--spacing))] bg-raised px-8 pt-8.5 pb-6 shadow-dialog max-pair:px-5.5 max-pair:pt-7.5 max-pair:pb-5.5">
          <Dove className="-ms-1.25 size-9 text-brand" />
          <h1 id={titleId} className="mt-4 mb-1 text-xl font-strong tracking-title">
            {t(authTexts.title, { product: productName })}
          </h1>
          <p className="text-ink-muted">{lead}</p>
          {children}
          <p className="mt-5.5 text-center text-xs leading-4.5 whitespace-pre-line text-ink-subtle">
            <Sentence
              text={authTexts.agree}
              elements={{
                terms: <LegalLink href={termsUrl} />,
                privacy: <LegalLink href={privacyUrl} />,
              }}
            />
          </p>
          {/* Last in the order of focus, so that the dialog opens on its field. */}
          <ThemeToggle className="absolute end-3 top-3" />
        </section>
      </dialog>
      {/* Beside the dialog and not in it, which would hear when the other one closes. */}
      <SecondFactor />
    </main>
  );
}

/** In a tab of its own: the code that was just asked for stays on this page. */
function LegalLink({ href, children }: { href: string; children?: ReactNode }) {
  return (
    <a className="text-link text-ink-muted" href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
