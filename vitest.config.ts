import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
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

/**
 * Workers for two cores: a test of the server also keeps PostgreSQL busy, a story a browser and a server. The files of a worker
 * share their modules, which keep no state: reading them for each file took a third of the unit tests. The time limits end what
 * hangs; they are far from what a test takes on a busy machine.
 */
const projects: TestProjectInlineConfiguration[] = [
  {
    test: {
      name: "unit",
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
      include: [simulations],
      maxWorkers: 1,
      sequence: { groupOrder: 1 },
      testTimeout: 600_000,
    },
  },
  {
    test: {
      name: "integration",
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
      include: [chaosTests],
      maxWorkers: 1,
      sequence: { groupOrder: 4 },
      testTimeout: 600_000,
    },
  },
  {
    test: {
      name: "e2e",
      include: ["tests/e2e/src/**/*.e2e.ts"],
      globalSetup: "tests/e2e/src/global-setup.ts",
      // With two, a third of two cores was idle.
      maxWorkers: availableParallelism() > 1 ? 3 : 2,
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
