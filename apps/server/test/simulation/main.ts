import { installModels } from "./models.ts";

/*
 * Runs seeds in this process: `node apps/server/test/simulation/main.ts --seeds 1000 --from 1`. One seed with everything that
 * happened: `--seed NAME --trace`. The models must be in place before the first feature is loaded.
 */
installModels();
const { main } = await import("./command.ts");
await main(process.argv.slice(2));
