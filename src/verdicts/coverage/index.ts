/** Documentation coverage: which parts of an API have a description and an example. */
export { measureCoverage } from "./measure-coverage.ts";
