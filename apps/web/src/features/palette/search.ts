import { createStore } from "@colbin/client";
import { askProviders } from "./ask-providers.ts";
import type { Command, CommandItem, Provider } from "./command.ts";
import type { History } from "./palette-history.ts";
import { toQuestion } from "./prefixes.ts";
import { toResults, type ResultGroup } from "./results.ts";

interface SearchState {
  /** The query that the groups are of. */
  readonly query: string;
  readonly groups: readonly ResultGroup[];
  /** Somebody has not answered yet. */
  readonly isSearching: boolean;
  /** Somebody could not answer. */
  readonly hasFailed: boolean;
}

export type Search = ReturnType<typeof createSearch>;

/** Shows what providers find as it comes, and nothing of an older query after a newer one has begun. */
export function createSearch(providers: readonly Provider[], readHistory: () => History) {
  const store = createStore<SearchState>({
    query: "",
    groups: toResults(toQuestion(""), [], readHistory()),
    isSearching: false,
    hasFailed: false,
  });
  let asked = "";
  let running = new AbortController();

  const begin = (): void => {
    running.abort();
    running = new AbortController();
    const query = asked;
    const question = toQuestion(query);
    const history = readHistory();
    const wanted = providers.filter(({ category }) => question.categories.includes(category));
    askProviders(wanted, question.text, running.signal, ({ found, ...progress }) => {
      store.update(() => ({ query, groups: toResults(question, found, history), ...progress }));
    });
  };

  const ask = (query: string): void => {
    if (query === asked) return;
    asked = query;
    begin();
  };

  return {
    store,
    /** Looks for it, unless that is what was asked last. */
    ask,
    /** Looks for the same again. */
    again: begin,
    /** The first result of a query, as soon as there is one; undefined where there is none. */
    first: async (wanted: string): Promise<Command | undefined> => {
      ask(wanted);
      const { signal } = running;
      return new Promise((resolve) => {
        const stop = store.subscribe(check);
        function check(): void {
          const { query, groups, isSearching } = store.getSnapshot();
          const command = groups[0]?.commands[0];
          const isAnswered = query === wanted && (command !== undefined || !isSearching);
          if (!signal.aborted && !isAnswered) return;
          stop();
          resolve(signal.aborted ? undefined : command);
        }
        signal.addEventListener("abort", check);
        check();
      });
    },
    rebuild: (item: CommandItem) => rebuild(providers, item),
    close: (): void => running.abort(),
  };
}

/** The live command of one that was restored: the providers of its category are asked for its title again. */
async function rebuild(
  providers: readonly Provider[],
  { id, title, category }: CommandItem,
): Promise<Command | undefined> {
  const { signal } = new AbortController();
  const asking = providers
    .filter((provider) => provider.category === category)
    .map(async ({ find }) => find(title, signal));
  const answers = await Promise.allSettled(asking);
  const found = answers.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  const same = found.filter((command) => command.title === title);
  return same.find((command) => command.id === id) ?? same[0];
}
