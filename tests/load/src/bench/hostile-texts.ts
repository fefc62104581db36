/* Texts and JSON that cost a server the most that we know of, by the name under which the table shows them. */

const MARKS_OUT_OF_ORDER = "\u0315\u0300";

/** Repeats a piece up to so many bytes as JSON carries them. */
function fill(piece: string, bytes: number): string {
  const pieceBytes = Buffer.byteLength(JSON.stringify(piece)) - 2;
  return piece.repeat(Math.max(1, Math.floor(bytes / pieceBytes)));
}

/** What a text is made of; the first letter keeps it from being blank. */
const pieces: Readonly<Record<string, string>> = {
  "marks out of order": MARKS_OUT_OF_ORDER,
  "runs of 30 marks out of order": `a${MARKS_OUT_OF_ORDER.repeat(15)}`,
  "marks that decompose": "\u0344",
  "marks outside of the BMP": "\u{1D165}\u{1D16D}",
  "Hangul in pieces": "\u1100\u1161\u11A8",
  "a long ligature": "\uFDFA",
  spaces: " ",
  "characters that show nothing": "\u200B\u3164",
  "bidi controls": "\u202E\u061C",
  "lone surrogates": "\uD800",
  "control characters": "\u0080",
  "line ends": "\r",
  hyphens: "-\u0300",
  letters: "x",
};

/** Each of the texts above, so many bytes of it. */
export function hostileTexts(bytes: number): readonly (readonly [string, string])[] {
  return Object.entries(pieces).map(([name, piece]) => [name, `a${fill(piece, bytes)}b`]);
}

/** Markdown that costs whoever draws it the most that we know of, so many characters each. */
export function hostileMarkdown(chars: number): readonly (readonly [string, string])[] {
  const repeated = (piece: string): string => piece.repeat(Math.floor(chars / piece.length));
  const half = Math.floor(chars / 2);
  return [
    ["stars that may begin, then end", "*a ".repeat(chars / 4) + "b*".repeat(chars / 8)],
    ["spoilers and stars", repeated("||*a ")],
    ["emphasis in words", repeated("_b&")],
    ["links without an end", `${repeated("[a](").slice(1)})`],
    ["escaped backticks", repeated("\\```")],
    ["the word before an @", `${"a".repeat(chars - 2)}@b`],
    ["exclamation marks", repeated("!")],
    ["spaces", `a${" ".repeat(chars - 2)}b`],
    ["rules of tables in a quote", repeated("\n> --")],
    ["list items", repeated("\n- *a*")],
    ["as many words in bold as are drawn", "**a** ".repeat(999)],
    ["a table", `|a|b|\n|-|-|\n${"|1|2|\n".repeat(300)}`],
    ["lines", "a\n".repeat(half)],
    ["code", `\`\`\`ts\n${"const a = [1, `${b}`];\n".repeat(chars / 24)}\n\`\`\``],
  ];
}

/** Objects as JSON, so many bytes each, of which no endpoint and no command asks for a part. */
export function hostileObjects(bytes: number): readonly (readonly [string, string])[] {
  const half = Math.floor(bytes / 2);
  const nested = (open: string, close: string): string => {
    const depth = Math.floor(bytes / (open.length + close.length));
    return `{"metadata":${open.repeat(depth)}1${close.repeat(depth)}}`;
  };
  const keys = (toKey: (at: number) => string): string => {
    const each = toKey(0).length + 5;
    return Array.from({ length: Math.floor(bytes / each) }, (_, at) => `"${toKey(at)}":1`).join(
      ",",
    );
  };
  return [
    ["arrays in arrays", nested("[", "]")],
    ["objects in objects", nested('{"a":', "}")],
    ["arrays in objects", nested('{"a":[', "]}")],
    ["many keys", `{${keys((at) => at.toString(36).padStart(4, "k"))}}`],
    ["many numeric keys", `{${keys((at) => String(4_000_000_000 - at * 1_024))}}`],
    ["the same key again and again", `{${keys(() => "type")}}`],
    ["a long list", `{"sessionRoomSlugs":[${"1,".repeat(half - 20)}1]}`],
    ["a list of empty objects", `{"metadata":[${"{},".repeat(Math.floor(bytes / 3))}1]}`],
    ["long numbers", `{"metadata":[${"1".repeat(half)},0.${"1".repeat(half)}]}`],
    ["escapes", `{"metadata":"${"\\u0061".repeat(Math.floor(bytes / 6))}"}`],
  ];
}
