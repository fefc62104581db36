import type { ComponentType } from "react";
import type { OutsidePath } from "./outside-paths.ts";

/** Pages outside of the guard, each a document of its own: they are entered and left by a full page load. */
export const outsidePageLoads: Readonly<Record<OutsidePath, () => Promise<ComponentType>>> = {
  "/legal/terms": async () => (await import("#web/features/legal/TermsPage.tsx")).TermsPage,
  "/legal/privacy": async () =>
    (await import("#web/features/legal/PrivacyPolicyPage.tsx")).PrivacyPolicyPage,
  "/invite/join": async () => (await import("#web/features/invitations/JoinPage.tsx")).JoinPage,
  "/signin/link": async () =>
    (await import("#web/features/auth/SignInLinkPage.tsx")).SignInLinkPage,
  "/signin/reset": async () =>
    (await import("#web/features/auth/ResetPasswordPage.tsx")).ResetPasswordPage,
  "/oauthify-redirect": async () =>
    (await import("#web/features/auth/SocialReturnPage.tsx")).SocialReturnPage,
  "/unsubscribe": async () =>
    (await import("#web/features/unsubscribe/UnsubscribePage.tsx")).UnsubscribePage,
};
