import type { ReactNode } from "react";
import { Toaster } from "#web/design/overlay/Toaster.tsx";

/** The one sheet of the page. */
export function InvitationStage({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <section className="w-full max-w-100 rounded-xl bg-raised px-8 py-8 text-center shadow-dialog max-pair:px-5.5">
        {children}
      </section>
      <Toaster />
    </main>
  );
}
