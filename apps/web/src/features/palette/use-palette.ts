import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { mayRun, type Action } from "#web/lib/actions/actions.ts";
import { withLateActions } from "#web/lib/actions/late-actions.ts";
import { account } from "#web/lib/api/account.ts";
import { useSettled } from "#web/lib/react/use-settled.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { openPalette } from "./actions.ts";
import type { Command } from "./command.ts";
import { findHints } from "./find-help.ts";
import { suggestPages } from "./find-pages.ts";
import { readOwnHistory } from "./kept-history.ts";
import { createProviders } from "./providers.ts";
import type { ResultGroup } from "./results.ts";
import { giveFocus, runCommand, type Failure } from "./run-command.ts";
import { createSearch } from "./search.ts";
import { useKeptFocus } from "./use-kept-focus.ts";

/** Specification, section 9. */
const SEARCH_DELAY_MS = 150;

export type PaletteState = ReturnType<typeof usePalette>;

/** An open palette, and what its keys and its mouse do. */
export function usePalette(actions: readonly Action[], onClose: () => void) {
  const { search, opener } = useOwnSearch(actions);
  const { query: foundQuery, groups, isSearching, hasFailed } = useStore(search.store, (it) => it);
  const field = useRef<HTMLInputElement>(null);
  /** Or closing: the focus goes where it leads. */
  const isRunning = useRef(false);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const settled = useSettled(query, SEARCH_DELAY_MS);
  useEffect(() => search.ask(settled), [search, settled]);
  useKeptFocus(field, isRunning, onClose);
  // The specification gives it about 100 ms; at once nothing that is typed goes elsewhere.
  useLayoutEffect(() => field.current?.focus(), []);

  function type(text: string): void {
    setQuery(text);
    setChosen(undefined);
    setFailure(undefined);
    field.current?.focus();
  }

  async function choose(command: Command | undefined, isStaying: boolean): Promise<void> {
    if (command?.types !== undefined) return type(command.types);
    if (!command || isRunning.current) return;
    isRunning.current = true;
    setFailure(undefined);
    const failed = await runCommand(command, { search, opener, field: field.current });
    // Closed in the meantime.
    if (!field.current) return;
    if (!failed && !isStaying) return onClose();
    isRunning.current = false;
    if (failed) setFailure(failed);
    else search.again();
    field.current.focus();
  }

  const isStale = foundQuery !== query;
  return {
    field,
    query,
    chosen,
    failure,
    hasFailed,
    isWaiting: isSearching || isStale,
    groups: foundQuery === "" ? toStart(groups) : groups,
    type,
    choose,
    pick: setChosen,
    /** The shown results may still be of an older query. */
    chooseShown: async (shown: Command | undefined, isStaying: boolean) =>
      choose(isStale ? await search.first(query) : shown, isStaying),
    retry: (): void => {
      field.current?.focus();
      search.again();
    },
    close: (): void => {
      isRunning.current = true;
      onClose();
      giveFocus(opener);
    },
  };
}

/** The search of one opening; whether an action can be done depends on where the focus was. */
function useOwnSearch(actions: readonly Action[]) {
  const navigate = useNavigate();
  const [own] = useState(() => {
    const opener = document.activeElement ?? document.body;
    const offered = withLateActions(actions).filter(
      (each) => each !== openPalette && mayRun(each, opener),
    );
    const providers = createProviders(offered, (to, state) => void navigate(to, { state }));
    return { opener, search: createSearch(providers, () => readOwnHistory(account)) };
  });
  useEffect(() => own.search.close, [own]);
  return own;
}

/** Before anything is typed: what was run lately, else what may be looked for, and the prefixes. */
function toStart(recent: readonly ResultGroup[]): readonly ResultGroup[] {
  const suggested: ResultGroup = { name: "navigation", commands: suggestPages() };
  return [...(recent.length > 0 ? recent : [suggested]), { name: "hint", commands: findHints() }];
}
