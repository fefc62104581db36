/** How long a copy button says that it worked. */
export const COPIED_MS = 1500;

/** A hidden text is drawn as long as it is, up to this many characters. */
export const SPOILER_CHARS = 40;

/** Beyond these a message is shown as plain text (rules-messages 58, 59). */
export const MARKDOWN_DEPTH_MAX = 20;
export const MARKDOWN_NODES_MAX = 2000;
export const LIST_DEPTH_MAX = 5;
export const HEADING_LEVEL_MAX = 3;
export const TABLE_COLUMNS_MAX = 20;
export const TABLE_ROWS_MAX = 500;
/** Parentheses within each other in the address of a link. */
export const LINK_PARENS_MAX = 8;
/** Text of a link without a host (specification, section 9). */
export const LINK_TEXT_MAX = 30;
/** Messages whose trees are kept, by the characters of their texts. */
export const MARKDOWN_KEPT_CHARS = 500_000;
/** The first frame waits this long for the parser; then it shows texts as they were written. */
export const MARKDOWN_PATIENCE_MS = 500;
