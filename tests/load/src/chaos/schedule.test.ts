import { describe as chapter, expect, test } from "vitest";
import { createRandom } from "./random.ts";
import { describe, planFaults } from "./schedule.ts";

chapter("the plan of a run", () => {
  test("is the same for the same seed, and another for another", () => {
    const draw = (seed: number) =>
      planFaults(createRandom(seed), { faults: 60, sends: 9000, nodes: 3 });

    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  test("has every kind of fault once in the thirty of npm test", () => {
    const plan = planFaults(createRandom(1), { faults: 30, sends: 10_000, nodes: 1 });
    const kinds = new Set(
      plan.map(({ fault }) => {
        if (fault.kind === "network") return `${fault.link} ${fault.illness.kind}`;
        return fault.kind === "kill-server-at" ? fault.point : fault.kind;
      }),
    );

    const illnesses = ["latency", "half-open", "reset", "cut-after", "cut-reply", "stall"];
    expect(kinds).toEqual(
      new Set([
        ...["clients", "database"].flatMap((link) => illnesses.map((each) => `${link} ${each}`)),
        "clients duplicate",
        "before-commit",
        "after-commit",
        "after-ack",
        "mid-replay",
        "mid-drain",
        "kill-server",
        "freeze-server",
        "drain",
        "cut-drain",
        "kill-database",
        "kill-both",
      ]),
    );
  });

  test("spreads the faults over the run, within it and in order", () => {
    const plan = planFaults(createRandom(3), { faults: 200, sends: 100_000, nodes: 3 });
    const after = plan.map((planned) => planned.after);

    expect(after).toEqual(after.toSorted((one, other) => one - other));
    expect(after.at(-1)).toBeLessThan(95_001);
    expect(plan.every(({ fault }) => describe(fault).length > 3)).toBe(true);
  });
});
