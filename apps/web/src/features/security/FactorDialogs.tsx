import type { Factor } from "@colbin/protocol";
import { lazyPart } from "#web/design/page/lazy-part.tsx";

const AddTotpDialog = lazyPart(() => import("./AddTotpDialog.tsx"), "AddTotpDialog");
const AddPasskeyDialog = lazyPart(() => import("./AddPasskeyDialog.tsx"), "AddPasskeyDialog");
const RenewCodesDialog = lazyPart(() => import("./RenewCodesDialog.tsx"), "RenewCodesDialog");
const RenameFactorDialog = lazyPart(() => import("./RenameFactorDialog.tsx"), "RenameFactorDialog");
const RemoveFactorDialog = lazyPart(() => import("./RemoveFactorDialog.tsx"), "RemoveFactorDialog");

/** The act that the person is about to do with their factors. */
export type FactorAct =
  | { readonly does: "add app" | "add passkey" | "renew" }
  | { readonly does: "rename"; readonly factor: Factor }
  | { readonly does: "remove"; readonly factor: Factor; readonly isLast: boolean };

interface FactorDialogsProps {
  act: FactorAct;
  onClose: () => void;
}

export function FactorDialogs({ act, onClose }: FactorDialogsProps) {
  switch (act.does) {
    case "add app":
      return <AddTotpDialog onClose={onClose} />;
    case "add passkey":
      return <AddPasskeyDialog onClose={onClose} />;
    case "renew":
      return <RenewCodesDialog onClose={onClose} />;
    case "rename":
      return <RenameFactorDialog factor={act.factor} onClose={onClose} />;
    case "remove":
      return <RemoveFactorDialog factor={act.factor} isLast={act.isLast} onClose={onClose} />;
  }
}
