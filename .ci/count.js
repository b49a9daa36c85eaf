// Reads vitest's JSON report and prints the line that CI reads. A run that failed before it could count is one failure.
import { existsSync, readFileSync } from "node:fs";

const [failedSteps, report] = process.argv.slice(2);
const nothing = { numPassedTests: 0, numFailedTests: 0, numFailedTestSuites: 0 };
const { numPassedTests, numFailedTests, numFailedTestSuites } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : nothing;
const failed = numFailedTests || numFailedTestSuites || Number(failedSteps);
console.log(`${numPassedTests} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
