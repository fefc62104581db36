import { createHash } from "node:crypto";
import { escapeHtml } from "../http/html.ts";
import type { Mail, MailContent, MailItem } from "./mailer.ts";

/*
 * How every mail looks. No picture, no script, nothing from elsewhere; where a client drops the styles, headings, paragraphs and
 * the written address are left. Text takes the colours of the client, so that it can be read on dark and on light.
 */

/** A mail as it is sent. */
export interface RenderedMail {
  /** Of the key: what its Message-ID begins with. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl?: string;
}

const ID_CHARS = 32;

/** Text and HTML of one content; what people wrote into it is text in both. */
export function renderMail(
  productName: string,
  { key, to, content, unsubscribeUrl }: Mail,
): RenderedMail {
  const html = renderHtml(productName, content);
  const id = createHash("sha256").update(key).digest("hex").slice(0, ID_CHARS);
  const mail = { id, to, subject: content.subject, text: renderText(content), html };
  return unsubscribeUrl === undefined ? mail : { ...mail, unsubscribeUrl };
}

/** The text of a mail, for clients and gateways that take nothing else. */
export function renderText(content: MailContent): string {
  const { paragraphs, facts = [], items = [], action, foot, footLinks = [] } = content;
  const parts = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join("\n")] : []),
    ...items.map(({ title, text, note, url }) =>
      [title, text, note, url].filter((line) => line !== undefined && line !== "").join("\n"),
    ),
    ...(action ? [action.url] : []),
    ...(foot === undefined ? [] : [foot]),
    ...footLinks.map(({ label, url }) => `${label}: ${url}`),
  ];
  return `${parts.join("\n\n")}\n`;
}

const SEA = "#12677e";
const font = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const button = `display:inline-block;padding:10px 20px;border-radius:8px;background:${SEA};color:#ffffff;text-decoration:none`;
const rule = "border:0;border-top:1px solid #80868f;margin:24px 0";

function renderHtml(productName: string, content: MailContent): string {
  const { subject, paragraphs, facts = [], items = [], action, foot, footLinks = [] } = content;
  const lines = facts.map(([name, value]) => `${escapeHtml(name)}: <b>${escapeHtml(value)}</b>`);
  const body = [
    `<p style="margin:0 0 24px"><b>${escapeHtml(productName)}</b></p>`,
    `<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map(toParagraph),
    ...(lines.length > 0 ? [`<p style="margin:0 0 16px">${lines.join("<br>\n")}</p>`] : []),
    ...items.map(renderItem),
    ...(action ? [renderAction(action)] : []),
    ...(foot === undefined ? [] : [`<hr style="${rule}">`, toParagraph(foot)]),
    ...footLinks.map(
      ({ label, url }) => `<p style="margin:0 0 16px">${renderLink(label, url)}</p>`,
    ),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root { color-scheme: light dark; }</style>
</head>
<body style="margin:0;padding:24px;${font}">
<div style="max-width:512px;margin:0 auto;overflow-wrap:anywhere">
${body.join("\n")}
</div>
</body>
</html>
`;
}

function renderItem({ title, text, note, url }: MailItem): string {
  const lines = [
    `<b>${url === undefined ? escapeHtml(title) : renderLink(title, url)}</b>`,
    ...(text === "" ? [] : [`<span style="white-space:pre-line">${escapeHtml(text)}</span>`]),
    ...(note === undefined ? [] : [`<small>${escapeHtml(note)}</small>`]),
  ];
  return `<p style="margin:0 0 16px">${lines.join("<br>\n")}</p>`;
}

function renderLink(label: string, url: string): string {
  return `<a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(label)}</a>`;
}

/** The address stands there as text as well: a button may be lost, and some people read where they go first. */
function renderAction({ label, url }: NonNullable<MailContent["action"]>): string {
  const address = escapeHtml(url);
  return `<p style="margin:24px 0 16px"><a href="${address}" style="${button}">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px"><a href="${address}" style="color:inherit">${address}</a></p>`;
}

function toParagraph(text: string): string {
  return `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(text)}</p>`;
}
