#!/usr/bin/env node
import { outlet } from "./outlet.ts";
import { processIo } from "./process-io.ts";
import { run } from "./run.ts";
import { tuneEngine } from "./tune-engine.ts";

tuneEngine();

const streams = { stdout: outlet(process.stdout), stderr: outlet(process.stderr) };
const flushed = () => Promise.all([streams.stdout.flushed(), streams.stderr.flushed()]);
const exit = await run(process.argv.slice(2), processIo(streams), flushed);
await flushed();
// Everything has been said; what may still be open (a worker, a timer) must not hold the process.
process.exit(exit);
