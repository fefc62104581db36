const ADDRESS = /<(https?:\/\/[^\s<>|]+)(?:\|([^\n<>|]+))?>/g;
const WILDCARD = /<[@!](here|all|channel|everyone)>/g;

/** The text of a webhook as a message writes it: links of the common form, and no mention of a whole room (rules-notifications 26). */
export function toMessageText(text: string): string {
  return text
    .replace(ADDRESS, (_, url: string, words?: string) =>
      words === undefined ? url : `[${words.replace(/[[\]\\]/g, "\\$&")}](${url})`,
    )
    .replace(WILDCARD, "@$1");
}

const SECOND_MS = 1_000;

/** Messages of one webhook. */
export function sendLimit(webhookId: string) {
  return { key: `messages of webhook ${webhookId}`, max: 1, windowMs: SECOND_MS };
}
