import { installModels } from "./models.ts";
import { installVirtualGlobals } from "./virtual-globals.ts";

/*
 * Runs seeds in this process: `node apps/server/test/simulation/main.ts --seeds 1000 --from 1`. One seed with everything that
 * happened: `--seed NAME --trace`. Models and virtual time must be in place before the first feature is loaded.
 */
installModels();
installVirtualGlobals();
const { main } = await import("./command.ts");
await main(process.argv.slice(2));
