import { createStore, type Store } from "@colbin/client";
import { remember } from "#web/lib/react/remember.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { READER_LOAD_MAX_MS, READING_MAX_MS, READINGS_KEPT_CHARS } from "./constants.ts";
import { READER_READY, type Answers, type Question } from "./readings.ts";

/** The answer of the worker; undefined until it is there, and where there is none. */
export function useReading<K extends Question["kind"]>(
  question: Extract<Question, { kind: K }> | "",
): Answers[K] | undefined {
  const reading = question === "" ? nothing : readingOf(JSON.stringify(question));
  return useStore(reading, (answer) => answer) as Answers[K] | undefined;
}

const nothing = createStore<unknown>(undefined);

/** Rows come and go while one scrolls: their answers are drawn at once. */
const readingOf = remember(createReading, READINGS_KEPT_CHARS);

/** Asks when somebody first listens. */
function createReading(question: string): Store<unknown> {
  const answer = createStore<unknown>(undefined);
  let isAsked = false;
  return {
    getSnapshot: answer.getSnapshot,
    subscribe(listener) {
      if (!isAsked) void ask(question).then((found) => answer.update(() => found));
      isAsked = true;
      return answer.subscribe(listener);
    },
  };
}

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/** One question after the other. */
function ask(question: string): Promise<unknown> {
  last = last.then(() => askNow(question));
  return last;
}

function askNow(question: string): Promise<unknown> {
  worker ??= new Worker(new URL("reading-worker.ts", import.meta.url), { type: "module" });
  const asked = worker;
  return new Promise((resolve) => {
    const listening = new AbortController();
    const { signal } = listening;
    const end = (answer: unknown): void => {
      clearTimeout(timer);
      listening.abort();
      resolve(answer);
    };
    const giveUp = (): void => {
      asked.terminate();
      worker = undefined;
      end(undefined);
    };
    let timer = setTimeout(giveUp, READER_LOAD_MAX_MS);
    asked.addEventListener("error", giveUp, { signal });
    asked.addEventListener(
      "message",
      ({ data }: MessageEvent<unknown>) => {
        if (data !== READER_READY) return end(data);
        clearTimeout(timer);
        timer = setTimeout(giveUp, READING_MAX_MS);
      },
      { signal },
    );
    asked.postMessage(question, []);
  });
}
