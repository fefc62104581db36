import { registerHooks } from "node:module";

/*
 * The queries of these features are replaced by models of PostgreSQL in memory; everything above them stays as it is. What
 * a model does not define is the real query, which fails here with a word about it. Only a process of its own loads this.
 */

/** Real module and its model. */
const models = new Map(
  [
    ["features/audit/audit.queries.ts", "audit.ts"],
    ["features/log/log.queries.ts", "log.ts"],
    ["features/messages/messages.queries.ts", "messages.ts"],
    ["features/messages/writer.queries.ts", "writer.ts"],
    ["features/participants/marks.queries.ts", "marks.ts"],
    ["features/participants/participants.queries.ts", "participants.ts"],
    ["features/participants/requests.queries.ts", "requests.ts"],
    ["features/rooms/rooms.queries.ts", "rooms.ts"],
    ["features/saved/saved.queries.ts", "saved.ts"],
    ["features/subscriptions/subscriptions.queries.ts", "subscriptions.ts"],
    ["features/threads/threads.queries.ts", "threads.ts"],
    ["features/workspaces/workspaces.queries.ts", "workspaces.ts"],
  ].map(([real = "", model = ""]) => [
    new URL(`../../src/${real}`, import.meta.url).href,
    new URL(`./model/${model}`, import.meta.url).href,
  ]),
).set(import.meta.resolve("lru-cache"), new URL("./model/lru-cache.ts", import.meta.url).href);
const modelled = new Set(models.values());

/** From now on an import of a modelled module is its model, except from the model itself. */
export function installModels(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const model = models.get(found.url);
      if (model === undefined || modelled.has(context.parentURL ?? "")) return found;
      return { url: model, shortCircuit: true };
    },
  });
}
