import type { SystemKind } from "@colbin/protocol";
import { t, type Text, type Values } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import type { ListedMessage } from "./message-rows.ts";
import { gatheredTexts, systemTexts } from "./system-texts.ts";

type Line = Pick<ListedMessage, "content" | "metadata">;
type Names = ReadonlyMap<string, string>;

/** So many people are named, of more two and how many others. */
const NAMED_MAX = 3;

/** The people whom a line names. */
export function peopleOf({ metadata: { system } }: Line): string[] {
  return system ? [...(system.actorId ? [system.actorId] : []), ...system.targetIds] : [];
}

/**
 * One line of the server, or those of one minute that tell who came and went, with the names of now as far as they are known. A kind that
 * this page does not know, or that lacks a value, is shown as the server wrote it.
 */
export function systemLine(lines: readonly Line[], names: Names): string {
  const [first] = lines;
  if (first && lines.length === 1) return oneLine(first, names);
  const [left, joined] = [true, false].map((isLeft) =>
    lines.filter(({ metadata }) => (metadata.system?.kind === "left") === isLeft),
  );
  const sentences = [
    ...toSentence(gatheredTexts.joined, joined ?? [], names),
    ...toSentence(gatheredTexts.left, left ?? [], names),
  ];
  const [one = "", other] = sentences;
  return other === undefined ? one : t(gatheredTexts.both, { joined: one, left: other });
}

function oneLine({ content, metadata: { system } }: Line, names: Names): string {
  if (!system) return content;
  const text: Text | undefined = (systemTexts as Partial<Record<SystemKind, Text>>)[system.kind];
  const values = valuesOf(system, names);
  return text && hasAll(text, values) ? t(text, values) : content;
}

type System = NonNullable<Line["metadata"]["system"]>;

function valuesOf({ actorId, targetIds, values }: System, names: Names): Values {
  const [name, target] = [names.get(actorId ?? ""), names.get(targetIds[0] ?? "")];
  return {
    ...values,
    ...(name !== undefined && { name }),
    ...(target !== undefined && { target }),
  };
}

/** Values that texts may have; those of other servers may lack one. */
const valueNames = ["name", "target", "inviter", "title", "level", "accessType"];

function hasAll({ message }: Text, values: Values): boolean {
  return valueNames.every((name) => !message.includes(`{${name}`) || Object.hasOwn(values, name));
}

/** None where nobody came or went. */
function toSentence(text: Text, lines: readonly Line[], names: Names): string[] {
  const people = new Map(
    lines.flatMap(({ metadata: { system } }) => {
      const name = system && valuesOf(system, names)["name"];
      return name === undefined ? [] : [[system?.actorId ?? name, String(name)] as const];
    }),
  );
  if (people.size === 0) return [];
  const all = [...people.values()];
  const others = all.length - NAMED_MAX + 1;
  const listed =
    others > 1 ? [...all.slice(0, NAMED_MAX - 1), t(gatheredTexts.others, { n: others })] : all;
  return [t(text, { names: new Intl.ListFormat(displayLocale()).format(listed) })];
}
