const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that can stand anywhere in a page, in an attribute as well. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}

export interface Page {
  readonly title: string;
  /** Rules of this page alone; everything follows the person's light or dark. */
  readonly style: string;
  /** Made of escaped parts. */
  readonly body: string;
}

const baseStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
html { background: light-dark(#ffffff, #16181d); color: light-dark(#1a1d23, #e8eaf0); }
body { margin: 0; }
a { color: light-dark(#1c4fbf, #a9c4ff); }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
code, pre { font: .9em ui-monospace, monospace; }
`;

/** A page that the server writes itself: no script, nothing from elsewhere. */
export function renderPage({ title, style, body }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg">
<style>${baseStyle}${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
