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

/** Asks while somebody listens, until there is an answer. */
export function createReading(question: string): Store<unknown> {
  const answer = createStore<unknown>(undefined);
  let listeners = 0;
  let isAsked = false;
  const read = async (): Promise<void> => {
    isAsked = true;
    const found = await ask(question);
    if (found === notLoaded) isAsked = false;
    else answer.update(() => found);
  };
  return {
    getSnapshot: answer.getSnapshot,
    subscribe(listener) {
      listeners += 1;
      if (!isAsked) {
        waiting.add(read);
        void readAll();
      }
      const stop = answer.subscribe(listener);
      return () => {
        stop();
        listeners -= 1;
        if (listeners === 0) waiting.delete(read);
      };
    },
  };
}

/** Questions of texts in sight that are not read yet. */
const waiting = new Set<() => Promise<void>>();
let isReading = false;

/** One question after the other. */
async function readAll(): Promise<void> {
  if (isReading) return;
  isReading = true;
  for (const read of waiting) {
    waiting.delete(read);
    await read();
  }
  isReading = false;
}

let worker: Worker | undefined;
/** In the place of an answer where the worker has not come: it may the next time. */
const notLoaded = Symbol("not loaded");

function ask(question: string): Promise<unknown> {
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
    let failure: typeof notLoaded | undefined = notLoaded;
    const giveUp = (): void => {
      asked.terminate();
      worker = undefined;
      end(failure);
    };
    let timer = setTimeout(giveUp, READER_LOAD_MAX_MS);
    asked.addEventListener("error", giveUp, { signal });
    asked.addEventListener(
      "message",
      ({ data }: MessageEvent<unknown>) => {
        if (data !== READER_READY) return end(data);
        // A text that takes too long does so each time.
        failure = undefined;
        clearTimeout(timer);
        timer = setTimeout(giveUp, READING_MAX_MS);
      },
      { signal },
    );
    asked.postMessage(question, []);
  });
}
