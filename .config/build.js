/** Makes `dist/` as the bundler's own command does, only that nothing is said unless something is wrong. */
import { build } from "rolldown";
import config from "./rolldown.config.js";

await build(config);
