/** Loaded into a measured process (`node --import`): says at its end what it took, in the file that BENCH_USAGE names. */
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpu: (userCPUTime + systemCPUTime) / 1e6, wall: process.uptime(), memory: maxRSS / 1024 };
  writeFileSync(process.env.BENCH_USAGE ?? "usage.json", JSON.stringify(usage));
});
