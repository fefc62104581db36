import { lazy, type ComponentType } from "react";

/** Pages outside of the guard, each a document of its own: they are entered and left by a full page load. */
const pages = new Map<string, ComponentType>([
  [
    "/legal/terms",
    lazy(async () => ({
      default: (await import("#web/features/legal/TermsPage.tsx")).TermsPage,
    })),
  ],
  [
    "/legal/privacy",
    lazy(async () => ({
      default: (await import("#web/features/legal/PrivacyPolicyPage.tsx")).PrivacyPolicyPage,
    })),
  ],
  [
    "/invite/join",
    lazy(async () => ({
      default: (await import("#web/features/invitations/JoinPage.tsx")).JoinPage,
    })),
  ],
  [
    "/signin/link",
    lazy(async () => ({
      default: (await import("#web/features/auth/SignInLinkPage.tsx")).SignInLinkPage,
    })),
  ],
]);

if (import.meta.env.DEV) {
  const loadKit = async () => ({
    default: (await import("#web/app/kit/KitPage.tsx")).KitPage,
  });
  pages.set("/dev/kit", lazy(loadKit));
}

/** The page at that address, whoever asks; undefined for everything that needs a sign-in. */
export function outsidePage(path: string): ComponentType | undefined {
  return pages.get(path.replace(/\/$/, ""));
}
