// Adds up vitest's JSON reports and prints the line that CI reads. A suite that failed before it could count is one failure.
import { existsSync, readFileSync } from "node:fs";

const [failedSteps, ...reports] = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const report of reports) {
  if (!existsSync(report)) continue;
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, "utf8"));
  passed += numPassedTests;
  failed += numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
}
if (failed === 0) failed = Number(failedSteps);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
