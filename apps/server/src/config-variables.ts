import { resolve } from "node:path";
import {
  ACCESS_TOKEN_LIFETIME_S,
  MESSAGE_MAX_CHARS,
  OTP_LENGTH,
  OTP_LENGTH_MAX,
  SESSION_IDLE_MINUTES,
  signupModes,
} from "@colbin/protocol";
import { isSupportedCountry } from "libphonenumber-js/min";
import { z } from "zod";
import { fileVariables } from "./config-files.ts";
import * as kind from "./config-kinds.ts";
import { notificationVariables } from "./config-notifications.ts";
import { socialVariables } from "./config-social.ts";
import { described, limit, secret, toNote, type Note } from "./config-notes.ts";

/*
 * Every variable of the configuration, once: its kind, its default, and the note from which the table in
 * docs/operations/configuration.md and the sentences about wrong values are made.
 */

export const schema = z.object({
  HOST: described(
    kind.host().default("127.0.0.1"),
    "Address to listen on; 0.0.0.0 or :: for all",
    "0.0.0.0",
  ),
  PORT: described(
    kind.whole(0, 65_535).default(4000),
    "Port to listen on; 0 takes any free one",
    "4000",
  ),
  PUBLIC_URL: described(
    kind.origin().optional(),
    "Address in the browsers of your people; with a HOST beyond loopback the default has that name",
    "https://chat.example.org",
    {
      defaultText: "http://localhost:PORT",
    },
  ),
  DATA_DIR: described(
    kind
      .text()
      .default("./data")
      .transform((path) => resolve(path)),
    "Folder of the embedded database and the files",
    "/srv/colbin",
    { defaultText: "./data" },
  ),
  DATABASE_URL: described(
    kind.url("postgres", "postgresql").optional(),
    "A PostgreSQL (18 or later) of your own; not set: the embedded one",
    "postgres://colbin:password@db.example.org:5432/colbin",
    secret,
  ),
  DATABASE_POOL: limit(2, 200, 20, "Most connections of one server process to the database"),
  NATS_URL: described(
    kind.url("nats", "tls").optional(),
    "NATS server that connects several server processes; user and password, or a token, before the @",
    "nats://nats.example.org:4222",
    secret,
  ),
  NODE_ENV: described(
    kind.text().optional(),
    "With production, OTP_DELIVERY=dev is refused",
    "production",
  ),
  PRODUCT_NAME: described(kind.text().default("Colbin"), "Name shown to people", "Colbin"),
  LOG_LEVEL: described(
    kind.oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent").optional(),
    "Least important kind of line in the log",
    "info",
    { defaultText: "info; in text warn" },
  ),
  LOG_FORMAT: described(
    kind.oneOf("auto", "json", "text").default("auto"),
    "How the log is written: json, an object per line; text, for people; auto: text in a terminal, json elsewhere",
    "json",
  ),
  METRICS_TOKEN: described(
    kind.text(16).optional(),
    "Bearer token for /metrics; not set: only this machine reads them, and only where PUBLIC_URL is a loopback address",
    "0a64fe0c1bbf4f53b1d6",
    secret,
  ),
  CORS_ORIGINS: described(
    kind.origins().default([]),
    "Other sites whose pages may call the API, separated by commas",
    "https://intranet.example.org",
    { defaultText: "none" },
  ),
  TRUST_PROXY: described(
    kind.trustedProxies().default(false),
    "Proxies that are believed about the address of a caller: addresses, networks, loopback, linklocal, uniquelocal",
    "loopback,10.0.0.0/8",
    { defaultText: "off" },
  ),
  HSTS_SUBDOMAINS: described(
    kind.oneOf("on", "off").default("off"),
    "on: browsers open every name below the host of PUBLIC_URL by https alone as well, for a year from their last visit; all of them must have it",
    "on",
  ),
  TERMS_URL: described(
    kind.url("https", "http").optional(),
    "Your terms; not set: the built-in page",
    "https://example.org/terms",
  ),
  PRIVACY_URL: described(
    kind.url("https", "http").optional(),
    "Your privacy notice; not set: the built-in page",
    "https://example.org/privacy",
  ),

  SIGNUP_MODE: described(
    kind.oneOf(...signupModes).default("open"),
    "Who may create an account: anyone, or only people with an invitation",
    "invite",
  ),
  PASSWORD_SIGN_IN: described(
    kind.oneOf("on", "off").default("off"),
    "Whether people may have a password and sign in with it; codes work either way",
    "on",
  ),
  PASSWORD_WORDS: described(
    kind.list().default([]),
    "Words that count for nothing in a password, as the name of your company; those of PRODUCT_NAME, of PUBLIC_URL and of an account do not either",
    "acme,roadrunner",
    { defaultText: "none" },
  ),
  ...socialVariables,
  ORG_CREATE: described(
    kind.oneOf("everyone", "admins").default("everyone"),
    "Who may make an organization: everyone with an account, or only those who run the server",
    "admins",
  ),
  ORG_MAX_OWNED: limit(1, 10_000, 10, "Organizations that one person may own"),
  DNS_SERVERS: described(
    kind.nameServers().default([]),
    "Name servers that are asked whether a domain belongs to an organization; not set: those of this machine",
    "9.9.9.9,149.112.112.112",
    { defaultText: "those of this machine" },
  ),
  LINK_PREVIEWS: described(
    kind.oneOf("on", "off").default("on"),
    "on: the server fetches title and picture of links in messages; organizations, rooms and people may switch it off for themselves",
    "off",
  ),
  OUTGOING_ALLOWED_HOSTS: described(
    kind.hosts().default([]),
    "Hosts that links and images may lead the server to although they are in your own network, each with a port where it is not 80 or 443",
    "wiki.intranet.example.org,10.0.0.5:8080",
    { defaultText: "none" },
  ),
  ...fileVariables,
  OUTGOING_PER_ADDRESS_MINUTE: limit(
    1,
    1_000_000,
    120,
    "Outgoing requests a minute to one address",
  ),
  ORG_DELETION_DAYS: limit(
    1,
    365,
    30,
    "Days for which a deleted organization may be restored; then it is purged",
  ),
  INVITES_PER_ORG_DAY: limit(
    1,
    100_000,
    100,
    "People whom one organization may invite in a day; one person, in all that they lead, three times as many",
  ),
  INVITATION_VALIDATE_RATE: limit(
    1,
    1_000_000,
    30,
    "Invitations an hour that one network address may look at",
  ),
  GUEST_LINKS: described(
    kind.oneOf("on", "off").default("off"),
    "on: rooms of Personal may have guest links, by which people without an account come in; organizations choose for themselves",
    "on",
  ),
  GUEST_SESSION_HOURS: limit(1, 168, 24, "Hours for which somebody who came by a guest link stays"),
  GUEST_SIGN_IN_RATE: limit(
    1,
    1_000_000,
    30,
    "Guest sign-ins an hour from one network address; it may look at as many guest links",
  ),
  INSTANCE_OWNER: described(
    kind
      .textThat(
        (value) =>
          /^[^\s@]+@[^\s@]+$/.test(value) || /^\d{7,15}$/.test(value.replace(/[\s().+-]/g, "")),
        "must be an email address or a phone number",
      )
      .optional(),
    "Email address or phone number of the person who runs this server",
    "alice@example.org",
  ),
  DEFAULT_PHONE_REGION: described(
    kind
      .textThat(isSupportedCountry, "must be the two capital letters of a country (ISO 3166)")
      .optional(),
    "Country whose code completes phone numbers written without one. Choose it before people sign in by phone: an account of a number without a country stays under its digits",
    "DE",
  ),

  OTP_DELIVERY: described(
    kind.oneOf("dev", "smtp", "webhook").default("dev"),
    "How one-time codes reach people: dev shows them on the page, to this machine alone",
    "smtp",
  ),
  ALLOW_DEV_OTP: described(
    kind.oneOf("i-understand").optional(),
    "Allows OTP_DELIVERY=dev for other machines: anyone who reaches the server can sign in as anyone",
    "i-understand",
  ),
  SMTP_URL: described(
    kind.url("smtp", "smtps").optional(),
    "Mail server",
    "smtp://user:password@mail.example.org:587",
    secret,
  ),
  MAIL_FROM: described(
    kind.mailbox().optional(),
    "Sender of all mail",
    "Colbin <colbin@example.org>",
  ),
  OTP_WEBHOOK_URL: described(
    kind.url("https", "http").optional(),
    "Your gateway: gets a POST with address and code, for email and phone alike",
    "https://gateway.example.org/otp",
    secret,
  ),
  OTP_WEBHOOK_SECRET: described(
    kind.text(16).optional(),
    "Key with which the calls of your gateway are signed",
    "3c1f6a1de0b94c2fa7e8",
    secret,
  ),
  ...notificationVariables,
  OTP_LENGTH: limit(
    OTP_LENGTH,
    OTP_LENGTH_MAX,
    OTP_LENGTH,
    "Digits of a code; 6 are recommended on the internet",
  ),
  OTP_TTL_S: limit(60, 3600, 600, "Life of a code in seconds"),
  OTP_TRIES_PER_CODE: limit(1, 10, 3, "Wrong tries after which a code dies"),
  OTP_RESEND_S: limit(5, 600, 30, "Seconds between two codes for one browser and address"),
  OTP_SENDS_PER_IDENTIFIER_HOUR: limit(
    1,
    1000,
    6,
    "Codes an hour for one email address or phone number; then a link is sent",
  ),
  OTP_SENDS_PER_IDENTIFIER_DAY: limit(
    1,
    1000,
    15,
    "Codes a day for one email address or phone number; then a link is sent",
  ),
  OTP_FAILS_PER_IDENTIFIER_DAY: limit(
    1,
    1000,
    15,
    "Wrong codes a day for one account; then only a link helps for 24 hours",
  ),
  OTP_FAILS_IN_A_ROW: limit(
    1,
    10_000,
    50,
    "Wrong codes in a row for one account; then only a link helps",
  ),
  OTP_SENDS_PER_IP_HOUR: limit(1, 100_000, 60, "Codes an hour requested from one network address"),
  OTP_FAILS_PER_IP_HOUR: limit(
    1,
    100_000,
    20,
    "Wrong codes an hour from one network address; then only links",
  ),
  OTP_FAILS_PER_IP_DAY: limit(
    1,
    100_000,
    60,
    "Wrong codes a day from one network address; then only links",
  ),
  OTP_FAILS_INSTANCE_DAY: described(
    kind.whole(1, 1_000_000).optional(),
    "Wrong codes a day on the whole server that the right one did not follow; then only links on unknown devices",
    "27",
    { defaultText: "10^OTP_LENGTH / 365, with dev delivery at least 100" },
  ),

  ACCESS_TOKEN_S: limit(60, 86_400, ACCESS_TOKEN_LIFETIME_S, "Life of an access token in seconds"),
  REFRESH_IDLE_MINUTES: limit(
    5,
    525_600,
    SESSION_IDLE_MINUTES,
    "Minutes after which an unused session ends",
  ),
  SESSION_MAX_DAYS: limit(1, 365, 30, "Days after which any session ends"),
  ELEVATION_S: limit(60, 3600, 600, "Seconds for which a fresh proof of who somebody is counts"),
  SESSIONS_PER_ACCOUNT: limit(1, 1000, 20, "Sessions of one account; the least recently used goes"),

  API_RATE: limit(1, 1_000_000, 600, "Requests a minute of one person"),
  API_RATE_ANONYMOUS: limit(
    1,
    1_000_000,
    60,
    "Requests a minute without sign-in from one network address; so many wrong tokens for sockets, too",
  ),
  FRAME_RATE: limit(1, 1_000_000, 40, "Socket frames a second of one person"),
  FRAME_BURST: limit(1, 1_000_000, 120, "Socket frames of one person that may come at once"),
  SEND_RATE: limit(1, 1_000_000, 20, "Messages a second of one person"),
  SEND_BURST: limit(1, 1_000_000, 60, "Messages of one person that may come at once"),
  EDIT_RATE: limit(
    1,
    1_000_000,
    30,
    "Edited and deleted messages and files a minute of one person",
  ),
  IMAGE_RATE: limit(
    1,
    1_000_000,
    300,
    "Images of other sites that one person may load in a minute through this server",
  ),
  LINK_PREVIEW_RATE: limit(1, 1_000_000, 60, "Links of one person looked at in a minute"),
  REACTION_RATE: limit(1, 1_000_000, 60, "Reactions a minute of one person"),
  SEARCH_RATE: limit(1, 1_000_000, 60, "Searches for messages a minute of one person"),
  REPORT_RATE: limit(1, 1_000_000, 10, "Messages a minute that one person may report"),
  STATISTICS_RATE: limit(1, 1_000_000, 20, "Statistics of rooms a minute of one person"),
  FIND_PERSON_RATE: limit(
    1,
    1_000_000,
    30,
    "People whom one person may look for by address or username in an hour",
  ),
  JOIN_RATE: limit(1, 1_000_000, 60, "Open rooms that one person may join in an hour"),
  NOTIFICATION_TESTS_HOUR: limit(
    1,
    1_000_000,
    3,
    "Tests of their notifications that one person may have sent in an hour",
  ),
  ACCOUNT_DELETION_DAYS: limit(
    1,
    365,
    14,
    "Days in which a person takes the deletion of their account back by signing in",
  ),
  MESSAGE_PURGE_DAYS: limit(
    1,
    3650,
    30,
    "Days for which the texts of a deleted message stay in the database, out of reach",
  ),
  AUDIT_DAYS: limit(1, 10_000, 400, "Days after which a security event is deleted from the audit"),
  SOCKETS_PER_PERSON: limit(1, 100_000, 20, "Open sockets of one person"),
  SOCKETS_UNAUTHENTICATED: limit(
    1,
    100_000,
    20,
    "Open sockets before sign-in from one network address (IPv6: from its /64)",
  ),
  RESUME_AUTH_RATE: limit(1, 1_000_000, 5000, "Sockets a second that are let in; the rest waits"),
  WRITER_SHARDS: limit(1, 16, 2, "Database connections that write messages"),
  // NOTE: a code point has up to 4 bytes, and the whole frame must stay under 64 KiB.
  MESSAGE_MAX_CHARS: limit(100, 15_000, MESSAGE_MAX_CHARS, "Characters of one message"),
});

export type Variables = z.output<typeof schema>;
export type Name = keyof Variables;

/** What a reader of the table and of a complaint is told about a variable. */
export function noteOf(name: Name): Note {
  const note = toNote(schema.shape[name]);
  if (!note) throw new Error(`Configuration variable ${name} has no note`);
  return note;
}

/** The names in the order of the table. */
export function listNames(): Name[] {
  return Object.keys(schema.shape) as Name[];
}
