/** The most JavaScript that a browser loads for a screen, in kilobytes (1,000 bytes) after gzip. */
export interface Budget {
  readonly screen: string;
  readonly kilobytes: number;
  /** The lazy modules of its route, as apps/web/dist/.vite/manifest.json names them. */
  readonly modules: readonly string[];
  /** What the screen asks for by itself once it can be used: printed, so that it cannot grow unseen. */
  readonly followedBy?: readonly string[];
}

export const budgets: readonly Budget[] = [
  { screen: "sign-in", kilobytes: 100, modules: ["src/features/auth/SignInPage.tsx"] },
  {
    screen: "chat",
    kilobytes: 185,
    modules: ["src/app/AppRouter.tsx", "src/app/ChatPage.tsx"],
    followedBy: [
      "src/features/writing/WritingTools.tsx",
      "src/design/overlay/ToastView.tsx",
      "src/design/overlay/TooltipLayer.tsx",
    ],
  },
  // The first frame waits for the parser for half a second; without it messages are there as they were written.
  {
    screen: "chat with formatted messages",
    kilobytes: 190,
    modules: ["src/app/AppRouter.tsx", "src/app/ChatPage.tsx", "src/features/markdown/markdown.ts"],
  },
  // The editor and all that keeps its text the same everywhere are 180 KB of it.
  {
    screen: "a document",
    kilobytes: 405,
    modules: ["src/app/AppRouter.tsx", "src/features/documents/DocumentSheet.tsx"],
  },
];

/** Addresses that stand in the built files and are never asked for. */
export const addressesNeverLoaded: readonly { address: RegExp; reason: string }[] = [
  { address: /^http:\/\/www\.w3\.org\//, reason: "names of XML namespaces" },
  { address: /^https:\/\/react\.dev\//, reason: "pages that React's error messages point to" },
  {
    address: /^https:\/\/reactrouter\.com\//,
    reason: "pages that React Router's error messages point to",
  },
  {
    address: /^https:\/\/github\.com\/highlightjs\//,
    reason: "pages that the warnings of highlight.js point to",
  },
  {
    address: /^https:\/\/simplewebauthn\.dev\//,
    reason: "pages that the error messages of @simplewebauthn point to",
  },
  {
    address: /^https:\/\/(?:github\.com\/yjs\/|tiptap\.dev\/|prosemirror\.net\/)/,
    reason: "pages that the warnings of Yjs, TipTap and ProseMirror point to",
  },
  {
    address: /^https:\/\/github\.com\/markedjs\//,
    reason: "pages that the error messages of marked point to",
  },
  {
    address: /^http:\/\/localhost$/,
    reason: "the base on which React Router parses paths where there is no window",
  },
];
