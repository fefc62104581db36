/** Where they are; which module is which page is loaded with the first of them. */
export const outsidePaths = [
  "/legal/terms",
  "/legal/privacy",
  "/invite/join",
  "/signin/link",
  "/signin/reset",
  "/oauthify-redirect",
  "/unsubscribe",
] as const;
/** The token of a link comes behind it. */
export const PUBLIC_DOCUMENT_PATH = "/public/document/";
export type OutsidePath = (typeof outsidePaths)[number];
