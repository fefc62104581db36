import { runAcks } from "./acks.ts";
import { Crowd } from "./crowd.ts";
import type { Answer, CallName, Calls, Request } from "./messages.ts";
import { drink } from "./drink.ts";
import { runLoad } from "./run.ts";
import { runStorm } from "./storm.ts";

/* The generator's process: does what its benchmark asks for, one call at a time. */

let crowd: Crowd | undefined;

type Handlers = {
  readonly [N in CallName]: (plan: Calls[N]["plan"]) => Promise<Calls[N]["result"]>;
};

const handlers: Handlers = {
  async open(plan) {
    crowd = new Crowd(plan);
    await crowd.open();
    return null;
  },
  run(plan) {
    if (!crowd) throw new Error("A run needs a crowd");
    return runLoad(crowd, plan, (edge) => answer({ kind: "edge", edge }));
  },
  acks(plan) {
    if (!crowd) throw new Error("Senders need a crowd");
    return runAcks(crowd, plan, (edge) => answer({ kind: "edge", edge }));
  },
  drink({ seconds }) {
    if (!crowd) throw new Error("What is drunk needs a crowd");
    return drink(crowd, seconds);
  },
  storm: (plan) => runStorm(plan, (edge) => answer({ kind: "edge", edge })),
  close() {
    crowd?.close();
    crowd = undefined;
    return Promise.resolve(null);
  },
};

function answer(message: Answer): void {
  process.send?.(message);
}

async function handle<N extends CallName>({ call, plan }: Request<N>): Promise<void> {
  try {
    answer({ kind: "done", result: await handlers[call](plan) });
  } catch (error) {
    answer({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
  }
}

process.on("message", (request) => void handle(request as Request));
// Who started it is gone: nobody waits for an answer.
process.on("disconnect", () => process.exit());
