import type { OutboxEntry } from "./dev-outbox.ts";

/* What a person who tries the product out sees of the mail that would have been sent. No script, no outside request. */

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
ol { list-style: none; padding: 0; margin: 1.5rem 0 0; }
li { border: 1px solid GrayText; border-radius: .5rem; padding: 1rem; margin: 0 0 1rem; }
h2 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: .75rem 0 0; }
`;

/** The outbox as a page; everything that came from a message is escaped. */
export function renderOutbox(productName: string, entries: readonly OutboxEntry[]): string {
  const title = `Outbox of ${escapeHtml(productName)}`;
  const list = entries.map(renderEntry).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>This server sends nothing (OTP_DELIVERY=dev). Its last ${entries.length === 1 ? "message" : "messages"} would have been:</p>
${entries.length === 0 ? "<p>Nothing yet.</p>" : `<ol>\n${list}\n</ol>`}
</main>
</body>
</html>
`;
}

function renderEntry({ to, subject, text, at }: OutboxEntry): string {
  const time = at.toISOString();
  return `<li>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, <time datetime="${time}">${time.slice(11, 19)} UTC</time></p>
<pre>${escapeHtml(text)}</pre>
</li>`;
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}
