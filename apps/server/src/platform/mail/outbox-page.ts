import { escapeHtml, renderPage } from "../http/html.ts";
import type { OutboxEntry } from "./dev-outbox.ts";

/* What a person who tries the product out sees of the mail that would have been sent. No script, no outside request. */

const style = `
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; }
ol { list-style: none; padding: 0; margin: 1.5rem 0 0; }
li { border: 1px solid GrayText; border-radius: .5rem; padding: 1rem; margin: 0 0 1rem; }
h2 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 26rem; border: 1px solid GrayText; margin: .75rem 0 0; }
summary { margin: .75rem 0 0; cursor: pointer; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: .75rem 0 0; }
`;

/** The outbox as a page; everything that came from a message is escaped, and its HTML stands in a frame that may do nothing. */
export function renderOutbox(productName: string, entries: readonly OutboxEntry[]): string {
  const title = `Outbox of ${productName}`;
  const list = entries.map(renderEntry).join("\n");
  const body = `<main>
<h1>${escapeHtml(title)}</h1>
<p>This server sends nothing (OTP_DELIVERY=dev). What it would have sent, the newest first:</p>
${entries.length === 0 ? "<p>Nothing yet.</p>" : `<ol>\n${list}\n</ol>`}
</main>`;
  return renderPage({ title, style, body });
}

function renderEntry({ to, subject, text, html, at }: OutboxEntry): string {
  const time = at.toISOString();
  return `<li>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, <time datetime="${time}">${time.slice(11, 19)} UTC</time></p>
<pre>${escapeHtml(text)}</pre>
<details><summary>As HTML</summary><iframe sandbox loading="lazy" title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html)}"></iframe></details>
</li>`;
}
