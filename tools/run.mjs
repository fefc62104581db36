#!/usr/bin/env node
// The door of every npm script: `node tools/run.mjs <task> [arguments]`. It sets up what is missing and then runs the
// task on the Node that package-lock.json pins. This file keeps to old syntax so that an old Node can read it and say
// what is wrong; everything else is loaded after that.
import process from "node:process";

const oldest = 20;
const here = process.versions.node;

if (Number(here.split(".")[0]) < oldest) {
  console.error(`Colbin needs Node ${oldest} or newer to set itself up, and this is Node ${here}.`);
  console.error("Install a newer Node (https://nodejs.org) and run the command again.");
  process.exit(1);
}

void import("./setup/runner.mjs").then((runner) => runner.main(process.argv.slice(2)));
