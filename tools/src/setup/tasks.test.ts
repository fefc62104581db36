import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { withFolderFirst } from "../../setup/runner.mjs";
import { tasks } from "../../setup/tasks.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
  scripts: Record<string, string>;
};

function runTask(...args: string[]) {
  return spawnSync(process.execPath, [`${root}tools/run.mjs`, ...args], { encoding: "utf8" });
}

describe("the tasks", () => {
  test("are the scripts of package.json", () => {
    const names = Object.keys(tasks);
    expect(scripts).toEqual(
      Object.fromEntries(names.map((name) => [name, `node tools/run.mjs ${name}`])),
    );
  });

  test("are listed when an unknown one is asked for", () => {
    const { status, stderr, stdout } = runTask("strat");
    const [problem, ...lines] = stderr.trimEnd().split("\n");
    expect(problem).toBe('There is no task "strat". The tasks are:');
    const names = Object.keys(tasks);
    const texts = Object.values(tasks).map(({ does }) => does);
    const column = lines[0]?.indexOf("serve Colbin") ?? 0;
    expect(lines.map((line) => line.slice(0, column).trim())).toEqual(names);
    expect(lines.map((line) => line.slice(column))).toEqual(texts);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  });

  test("are listed when none is asked for, and what every object has is none", () => {
    expect(runTask().stderr).toContain("Name a task.");
    expect(runTask("constructor").stderr).toContain('There is no task "constructor".');
  });

  test("run on the pinned Node with their arguments, and their exit code is ours", () => {
    expect(runTask("format", "--version")).toMatchObject({ status: 0, stderr: "" });
    expect(runTask("format", "--no-such-option").status).not.toBe(0);
  });
});

test("the folder of the pinned Node comes first in PATH, however the system writes that name", () => {
  expect(withFolderFirst({ PATH: "/bin" }, "/n")).toEqual({ PATH: `/n${delimiter}/bin` });
  expect(withFolderFirst({ Path: "C:" }, "/n")).toEqual({ Path: `/n${delimiter}C:` });
  expect(withFolderFirst({}, "/n")).toEqual({ PATH: "/n" });
});
