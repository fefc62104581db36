import { posix } from "node:path";
import type { Outcome } from "./check.ts";
import type { Repository } from "./repository.ts";

const README_LINES = 120;
const ADR_LINES = 60;
const ADR_SECTIONS = ["Context", "Decision", "Consequences", "Status"];

function withoutCode(markdown: string): string {
  const blankOut = (code: string): string => code.replaceAll(/[^\n]/g, " ");
  return markdown
    .replaceAll(/^(```|~~~)[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, blankOut)
    .replaceAll(/`[^`\n]*`/g, blankOut);
}

/** The anchors that a reader's browser finds: one for each heading, numbered where it repeats. */
export function anchorsOf(markdown: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const match of markdown.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const slug = (match[1] ?? "")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    anchors.add(before === 0 ? slug : `${slug}-${before}`);
  }
  return anchors;
}

function targetsOf(markdown: string): { target: string; line: number }[] {
  const text = withoutCode(markdown);
  const inline = text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g);
  const reference = text.matchAll(/^\[[^\]]+\]:\s*<?(\S+?)>?(?:\s|$)/gm);
  const html = text.matchAll(/\b(?:src|href|srcset)="([^"]+)"/g);
  return [...inline, ...reference, ...html].map((match) => ({
    target: match[1] ?? "",
    line: text.slice(0, match.index).split("\n").length,
  }));
}

function linkFindings({ paths, read }: Repository, path: string): string[] {
  return targetsOf(read(path)).flatMap(({ target, line }) => {
    if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(target)) return [];
    const [file = "", anchor] = target.split("#");
    const linked = file === "" ? path : posix.join(posix.dirname(path), decodeURI(file));
    const folder = linked.replace(/\/$/, "");
    const isThere = paths.includes(linked) || paths.some((each) => each.startsWith(`${folder}/`));
    if (!isThere) return [`${path}:${line} links to ${target}, which is not there`];
    const isLost =
      anchor && linked.endsWith(".md") && !anchorsOf(withoutCode(read(linked))).has(anchor);
    return isLost ? [`${path}:${line} links to ${target}, and ${linked} has no such heading`] : [];
  });
}

function decisionFindings(path: string, text: string): string[] {
  const sections = [...text.matchAll(/^## +(.+?) *$/gm)].map((match) => match[1] ?? "");
  const missing = ADR_SECTIONS.filter((section) => !sections.includes(section));
  const findings = missing.map((section) => `${path} has no section ${section}`);
  return [...findings, ...lengthFindings(path, text, ADR_LINES)];
}

function lengthFindings(path: string, text: string, most: number): string[] {
  const lines = text.trimEnd().split("\n").length;
  return lines > most ? [`${path} has ${lines} lines (at most ${most})`] : [];
}

/** Links lead somewhere, the README is short, and each decision record is whole. */
export function checkDocs(repository: Repository): Outcome {
  const paths = repository.paths.filter((path) => path.endsWith(".md"));
  const findings = paths.flatMap((path) => linkFindings(repository, path));
  for (const path of paths) {
    const text = repository.read(path);
    if (path === "README.md") findings.push(...lengthFindings(path, text, README_LINES));
    if (/^docs\/adr\/\d+.*\.md$/.test(path)) findings.push(...decisionFindings(path, text));
    else if (/^docs\/adr\/(?!README\.md$)/.test(path)) {
      findings.push(`${path} is not called NNNN-title.md`);
    }
  }
  return { findings, extent: `${paths.length} documents` };
}
