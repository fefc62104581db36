// Every task of `npm run`, as data: what it runs on the pinned Node and what it needs before that.

/**
 * @typedef {object} Task
 * @property {string} does one line for the list of tasks
 * @property {readonly string[]} run the program and its arguments, relative to the root
 * @property {string} [nodeEnv] NODE_ENV of the task; else as it is: "production" is the operator's word, and the server
 *   then refuses sign-in codes shown on the page
 * @property {boolean} [web] needs the built web app
 * @property {boolean} [chromium] needs a browser, given as CHROMIUM_PATH
 * @property {boolean} [nats] needs a nats-server, given as NATS_SERVER_BIN
 * @property {boolean} [clamd] needs a clamd, given as CLAMD_BIN
 */

/** @type {Readonly<Record<string, Task>>} */
export const tasks = {
  start: {
    does: "serve Colbin",
    run: ["apps/server/src/main.ts"],
    web: true,
  },
  setup: {
    does: "bring everything that serving needs, and serve nothing yet",
    run: ["tools/src/tasks/setup.ts"],
    web: true,
  },
  dev: {
    does: "serve while you edit: the server restarts, the web app reloads",
    run: ["tools/src/tasks/dev.ts"],
    nodeEnv: "development",
  },
  test: {
    does: "run every check and test",
    run: ["tools/src/tasks/test.ts"],
    nodeEnv: "test",
    chromium: true,
    nats: true,
    clamd: true,
  },
  check: {
    does: "run the checks that need no database: format, lint, types, sizes, contract, budgets",
    run: ["tools/src/check/main.ts"],
    nodeEnv: "test",
  },
  e2e: {
    does: "run the stories in a browser",
    run: ["node_modules/vitest/vitest.mjs", "run", "--project", "e2e"],
    nodeEnv: "test",
    web: true,
    chromium: true,
    clamd: true,
  },
  bench: {
    does: "measure",
    run: ["tests/load/src/bench.ts"],
  },
  chaos: {
    does: "make servers, database and network fail under load, and prove that nothing was lost",
    run: ["tests/load/src/chaos/main.ts"],
    nats: true,
  },
  "chaos-drafts": {
    does: "the same for drafts on several devices and for scheduled messages",
    run: ["tests/load/src/chaos/drafts.ts"],
  },
  "chaos-documents": {
    does: "the same for a document that many people write at once",
    nats: true,
    run: ["tests/load/src/chaos/documents.ts"],
  },
  "chaos-search": {
    does: "the same for what the search finds",
    run: ["tests/load/src/chaos/search.ts"],
  },
  simulate: {
    does: "run the protocol in worlds of a seed, with everything that goes wrong, on virtual time",
    run: ["apps/server/test/simulation/main.ts"],
    nodeEnv: "test",
  },
  cluster: {
    does: "serve by three processes on one database and one NATS, to try it",
    run: ["tests/load/src/cluster-main.ts"],
    web: true,
    nats: true,
  },
  picture: {
    does: "renew the picture of the chat in docs/images",
    run: ["tests/e2e/src/picture.ts"],
    web: true,
    chromium: true,
  },
  format: {
    does: "format all files",
    run: ["node_modules/oxfmt/bin/oxfmt"],
    nodeEnv: "development",
  },
  admin: {
    does: "administer a running installation",
    run: ["apps/server/src/admin.ts"],
  },
};

/**
 * What to say when somebody asks for no task or one that is not there.
 * @param {string | undefined} name
 */
export function listOfTasks(name) {
  const problem = name === undefined ? "Name a task." : `There is no task "${name}".`;
  const width = Math.max(...Object.keys(tasks).map(({ length }) => length)) + 2;
  const lines = Object.entries(tasks).map(([task, { does }]) => `  ${task.padEnd(width)}${does}`);
  return [`${problem} The tasks are:`, ...lines].join("\n");
}
