/** For those who paste it. */
export { fromMarkdown } from "@colbin/documents";
