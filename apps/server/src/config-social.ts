import * as kind from "./config-kinds.ts";
import { described, secret } from "./config-notes.ts";

/** Variables of the configuration about signing in through other services: a provider is offered once it has both id and secret. */
export const socialVariables = {
  GOOGLE_CLIENT_ID: described(
    kind.text(1).optional(),
    "Client of your Google project; its redirect address is PUBLIC_URL/oauthify-redirect",
    "1234.apps.googleusercontent.com",
  ),
  GOOGLE_CLIENT_SECRET: described(
    kind.text(1).optional(),
    "Its secret",
    "GOCSPX-3c1f6a1de0b94c2fa7e8",
    secret,
  ),
  GOOGLE_ISSUER: described(
    kind.url("https", "http").default("https://accounts.google.com"),
    "Another OpenID Connect provider in the place of Google",
    "https://login.example.org",
  ),
  GITHUB_CLIENT_ID: described(
    kind.text(1).optional(),
    "Your OAuth app at GitHub; its callback address is PUBLIC_URL/oauthify-redirect",
    "Iv1.8a61f9b3a7aba766",
  ),
  GITHUB_CLIENT_SECRET: described(
    kind.text(1).optional(),
    "Its secret",
    "9f1c0d6be7aa4b6fb1c2",
    secret,
  ),
  GITHUB_URL: described(
    kind.url("https", "http").default("https://github.com"),
    "A GitHub Enterprise Server in the place of github.com",
    "https://github.example.org",
  ),
};
