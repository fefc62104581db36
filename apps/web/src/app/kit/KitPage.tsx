import { ThemeToggle } from "#web/design/button/ThemeToggle.tsx";
import { Toaster } from "#web/design/overlay/Toaster.tsx";
import { Tooltips } from "#web/design/overlay/Tooltips.tsx";
import { ButtonSection } from "./ButtonSection.tsx";
import { ChoiceSection } from "./ChoiceSection.tsx";
import { DialogSection } from "./DialogSection.tsx";
import { EmojiSection } from "./EmojiSection.tsx";
import { FieldSection } from "./FieldSection.tsx";
import { MenuSection } from "./MenuSection.tsx";
import { StateSection } from "./StateSection.tsx";
import { TableSection } from "./TableSection.tsx";

/** All parts in one place, for those who build with them: under `npm run dev`, never in what is shipped. */
export function KitPage() {
  return (
    <main className="scroll-area h-full p-gutter">
      <div className="mb-4 flex items-center justify-between gap-3">
        <h1 className="text-xl font-strong tracking-title">Parts</h1>
        <ThemeToggle className="" />
      </div>
      <div className="grid gap-4 pair:grid-cols-2">
        <ButtonSection />
        <FieldSection />
        <ChoiceSection />
        <MenuSection />
        <DialogSection />
        <EmojiSection />
        <StateSection />
        <TableSection />
      </div>
      <Tooltips />
      <Toaster />
    </main>
  );
}
