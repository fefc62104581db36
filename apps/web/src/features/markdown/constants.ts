/** How long a copy button says that it worked. */
export const COPIED_MS = 1500;

/** A hidden text is drawn as long as it is, up to this many characters. */
export const SPOILER_CHARS = 40;

/** Beyond these a message is shown as plain text (rules-messages 58, 59). */
export const MARKDOWN_DEPTH_MAX = 20;
export const MARKDOWN_NODES_MAX = 2000;
/** A block of code, a formula and a task count as so many nodes more, and each sign of a formula as one: most are an element. */
export const CODE_BLOCK_NODES = 20;
export const FORMULA_NODES = 10;
export const TASK_NODES = 4;
export const LIST_DEPTH_MAX = 5;
export const HEADING_LEVEL_MAX = 3;
export const TABLE_COLUMNS_MAX = 20;
export const TABLE_ROWS_MAX = 500;
/** Tables in a message: each is laid out on its own. */
export const TABLES_MAX = 50;
/** Longer code has no colours; a formula is shown as it was written beyond its limits. */
export const COLOURED_CHARS_MAX = 20_000;
export const COLOURED_LINES_MAX = 500;
export const COLOURED_TOKENS_MAX = 2000;
export const FORMULA_CHARS_MAX = 2000;
export const FORMULA_NODES_MAX = 1000;
export const FORMULA_DEPTH_MAX = 40;
/** Macros of a formula are expanded so many times, sizes in it have at most so many em, and points. */
export const FORMULA_EXPANSIONS_MAX = 100;
export const FORMULA_SIZE_MAX_EM = 30;
/** Code and formulas, with the colours and elements that they got. */
export const READINGS_KEPT_CHARS = 200_000;
/** The worker is ended when it takes longer for one answer, or for coming to the page. */
export const READING_MAX_MS = 1000;
export const READER_LOAD_MAX_MS = 20_000;
/** Pictures by address in a message; further ones are links. */
export const IMAGES_MAX = 10;
/** Parentheses within each other in the address of a link. */
export const LINK_PARENS_MAX = 8;
/** Text of a link without a host (specification, section 9). */
export const LINK_TEXT_MAX = 30;
/** Messages whose trees are kept, by the characters of their texts. */
export const MARKDOWN_KEPT_CHARS = 500_000;
/** The first frame waits this long for the parser; then it shows texts as they were written. */
export const MARKDOWN_PATIENCE_MS = 500;
