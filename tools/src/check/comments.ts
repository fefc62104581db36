import type { Outcome } from "./check.ts";
import { isSourcePath, type Repository } from "./repository.ts";
import type { Source } from "./source.ts";

const FOLDERS = /^(?:apps\/web|packages\/client)\/src\//;
/** A pronoun where a sentence begins: with the comment, after a full stop or after an empty line. */
const NAMELESS = /(?:^|[.!?][)"'`]?\s|\n\s*\n)[\s("]*(What|Whatever|Who|Whom|Whoever|Those|Of)\b/g;

interface Prose {
  readonly start: number;
  readonly text: string;
}

/** Comments without their marks, each as long as in the file; line comments below each other are one text. */
function proseOf({ comments, text }: Source): Prose[] {
  const proses: Prose[] = [];
  let end = 0;
  for (const comment of comments) {
    const bare = text
      .slice(comment.start, comment.end)
      .replaceAll(/^\s*(?:\/\/+|\/?\*+)|\*+\/$/gm, (mark) => mark.replaceAll(/\S/g, " "));
    const between = text.slice(end, comment.start);
    const above =
      comment.type === "Line" && /^\n[^\S\n]*$/.test(between) ? proses.pop() : undefined;
    proses.push(
      above
        ? { start: above.start, text: above.text + between + bare }
        : { start: comment.start, text: bare },
    );
    end = comment.end;
  }
  return proses;
}

/** A sentence of a comment begins with a thing that has a name, and not with a pronoun in its place. */
export function checkComments(repository: Repository): Outcome {
  const paths = repository.paths.filter((path) => FOLDERS.test(path) && isSourcePath(path));
  const findings = paths.flatMap((path) => {
    const source = repository.parse(path);
    return proseOf(source).flatMap(({ start, text }) =>
      [...text.matchAll(NAMELESS)].map((match) => {
        const line = source.lineOf(start + match.index + match[0].length - 1);
        return `${path}:${line} a sentence begins with ${match[1]}: name the thing (the message, the room, the request …)`;
      }),
    );
  });
  return { findings, extent: `${paths.length} files` };
}
