import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
/** They start servers, as integration tests do. */
const clusterTests = "tests/load/src/**/*.cluster.test.ts";
/** They start processes of their own that keep both cores busy. */
const simulations = "apps/server/test/simulation/**/*.test.ts";
/** They keep both cores busy as well, with servers that are killed and started again. */
const chaosTests = "tests/load/src/chaos/**/*.chaos.test.ts";
const serverRules = "apps/server/src/**/*.rules.test.ts";

/** How long a test waits for what the product does in its own time; by default it would be a second. */
const expectation = { poll: { timeout: 20_000 } };

/**
 * Workers for two cores: a test of the server also keeps PostgreSQL busy, a story a browser and a server. The files of a worker
 * share their modules, which keep no state: reading them for each file took a third of the unit tests. The time limits end what
 * hangs; they are far from what a test takes on a busy machine.
 */
const projects: TestProjectInlineConfiguration[] = [
  {
    test: {
      name: "unit",
      expect: expectation,
      include: [
        "packages/**/src/**/*.test.ts",
        "apps/web/src/**/*.test.ts",
        serverRules,
        "tools/**/*.test.ts",
        "tests/load/src/**/*.test.ts",
      ],
      exclude: ["**/node_modules/**", "tools/fixtures/**", clusterTests, chaosTests],
      maxWorkers: 3,
      isolate: false,
      sequence: { groupOrder: 0 },
      testTimeout: 30_000,
    },
  },
  {
    test: {
      name: "simulation",
      expect: expectation,
      include: [simulations],
      maxWorkers: 1,
      sequence: { groupOrder: 1 },
      testTimeout: 600_000,
    },
  },
  {
    test: {
      name: "integration",
      expect: expectation,
      include: ["apps/server/src/**/*.test.ts", "apps/server/test/**/*.test.ts", clusterTests],
      exclude: ["**/node_modules/**", serverRules, simulations],
      globalSetup: "apps/server/test/global-setup.ts",
      maxWorkers: 3,
      isolate: false,
      sequence: { groupOrder: 2 },
      testTimeout: 90_000,
      hookTimeout: 120_000,
    },
  },
  {
    test: {
      name: "chaos",
      expect: expectation,
      include: [chaosTests],
      maxWorkers: 1,
      sequence: { groupOrder: 4 },
      testTimeout: 600_000,
    },
  },
  {
    test: {
      name: "e2e",
      expect: expectation,
      include: ["tests/e2e/src/**/*.e2e.ts"],
      globalSetup: "tests/e2e/src/global-setup.ts",
      // With three on two slow cores, some stories waited for longer than their patience.
      maxWorkers: 2,
      isolate: false,
      sequence: { groupOrder: 3 },
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  },
];

/** A project is there from the day on that its set-up is. */
function hasSetup({ test }: TestProjectInlineConfiguration): boolean {
  return test?.globalSetup === undefined || existsSync(`${root}${String(test.globalSetup)}`);
}

export default defineConfig({ root, test: { projects: projects.filter(hasSetup) } });
