/** The most JavaScript that a browser loads for a screen, in kilobytes (1,000 bytes) after gzip. */
export interface Budget {
  readonly screen: string;
  readonly kilobytes: number;
  /** The lazy modules of its route, as apps/web/dist/.vite/manifest.json names them. */
  readonly modules: readonly string[];
}

export const budgets: readonly Budget[] = [
  { screen: "sign-in", kilobytes: 120, modules: ["src/features/auth/SignInPage.tsx"] },
  {
    screen: "chat",
    kilobytes: 190,
    modules: ["src/app/AppRouter.tsx", "src/features/messages/ChatPage.tsx"],
  },
];

/** Addresses that stand in the built files and are never asked for. */
export const addressesNeverLoaded: readonly { address: RegExp; reason: string }[] = [
  { address: /^http:\/\/www\.w3\.org\//, reason: "names of XML namespaces" },
  { address: /^https:\/\/react\.dev\//, reason: "pages that React's error messages point to" },
];
