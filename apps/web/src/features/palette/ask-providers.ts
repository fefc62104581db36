import type { Command, Provider } from "./command.ts";

interface Progress {
  /** In the order of the providers, whoever answered first. */
  readonly found: readonly Command[];
  /** Somebody has not answered yet. */
  readonly isSearching: boolean;
  /** Somebody could not answer. */
  readonly hasFailed: boolean;
}

/** Tells how far it has come each time that somebody has answered: who is slow or fails holds nobody back. */
export function askProviders(
  providers: readonly Provider[],
  text: string,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): void {
  const answers: (readonly Command[])[] = providers.map(() => []);
  let [waiting, failures] = [providers.length, 0];
  const tell = (): void => {
    if (signal.aborted) return;
    onProgress({ found: answers.flat(), isSearching: waiting > 0, hasFailed: failures > 0 });
  };
  if (waiting === 0) tell();
  for (const [at, { find }] of providers.entries()) void ask(at, find);

  async function ask(at: number, find: Provider["find"]): Promise<void> {
    try {
      const answer = find(text, signal);
      answers[at] = answer instanceof Promise ? await answer : answer;
    } catch {
      failures += 1;
    }
    waiting -= 1;
    // Providers that answer at once have all done so by then.
    await Promise.resolve();
    tell();
  }
}
