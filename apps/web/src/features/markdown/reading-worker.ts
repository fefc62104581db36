import { READER_READY, type Question } from "./readings.ts";

/* Runs in a worker: a text that takes long keeps nobody from scrolling, and can be ended. */

addEventListener("message", ({ data }: MessageEvent<string>) => {
  // An error of the page: a promise that fails is none there.
  answer(data).catch((error: unknown) => setTimeout(() => reportError(error)));
});

async function answer(question: string): Promise<void> {
  const asked = JSON.parse(question) as Question;
  switch (asked.kind) {
    case "code": {
      const { readCode } = await import("./code-tokens.ts");
      postMessage(READER_READY);
      postMessage(readCode(asked.language, asked.text));
      return;
    }
    case "formula": {
      const { readFormula } = await import("./formula-tree.ts");
      postMessage(READER_READY);
      postMessage(readFormula(asked.text, asked.isBlock));
    }
  }
}
