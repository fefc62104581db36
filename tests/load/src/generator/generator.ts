import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Answer, CallName, Calls } from "./messages.ts";

const program = fileURLToPath(new URL("main.ts", import.meta.url));

/** Over this share of a core the generator, not the server, may be what was measured: the run is void. */
export const GENERATOR_CPU_MAX = 0.7;

/** A load generator in a process of its own. Each call settles with its result or rejects with its reason. */
export interface LoadGenerator {
  readonly pid: number;
  /** `onEdge` is called when the measured part of a run begins and ends. */
  call<N extends CallName>(
    name: N,
    plan: Calls[N]["plan"],
    onEdge?: (edge: "begin" | "end") => void,
  ): Promise<Calls[N]["result"]>;
  end(): Promise<void>;
}

export function startGenerator(): LoadGenerator {
  const child = fork(program, { serialization: "advanced" });
  return {
    pid: child.pid ?? 0,
    async call(name, plan, onEdge) {
      child.send({ call: name, plan });
      return (await untilDone(child, onEdge)) as never;
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

function untilDone(
  child: ChildProcess,
  onEdge: ((edge: "begin" | "end") => void) | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      child.off("message", onMessage);
      child.off("exit", onExit);
      act();
    };
    const onMessage = (message: unknown): void => {
      const answer = message as Answer;
      if (answer.kind === "edge") onEdge?.(answer.edge);
      else if (answer.kind === "done") settle(() => resolve(answer.result));
      else settle(() => reject(new Error(answer.reason)));
    };
    const onExit = (): void => settle(() => reject(new Error("The generator has ended")));
    child.on("message", onMessage);
    child.on("exit", onExit);
  });
}
