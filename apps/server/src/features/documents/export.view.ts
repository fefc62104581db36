import { createHash } from "node:crypto";
import { escapeHtml } from "#server/platform/http/html.ts";

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 42.5rem; margin: 2.5rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid; }
pre { padding: .75rem; overflow-x: auto; border: 1px solid; white-space: pre-wrap; }
code, pre { font: .9em ui-monospace, monospace; }
table { border-collapse: collapse; }
th, td { border: 1px solid; padding: .25rem .5rem; text-align: start; vertical-align: top; }
ul[data-type="taskList"] { list-style: none; padding-inline-start: 0; }
ul[data-type="taskList"] > li { display: flex; gap: .5rem; }
ul[data-type="taskList"] p { margin: 0; }
@media print { body { max-width: none; margin: 0; } }
`;

const styleHash = createHash("sha256").update(style).digest("base64");
const POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/** A page that stands alone: no script, nothing from elsewhere. `html` is escaped. */
export function toStandalonePage(title: string, html: string): string {
  const name = escapeHtml(title);
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${style}</style>
</head>
<body>
<h1 dir="auto">${name}</h1>
${html}
</body>
</html>
`;
}

/** Markdown that begins with the title. */
export function toTitledMarkdown(title: string, markdown: string): string {
  const heading = title.replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`);
  return `# ${heading}\n\n${markdown.trim()}\n`;
}
