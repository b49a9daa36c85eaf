import type { BuildResult } from "../src/app/index.ts";

export function settingsPage(): string;
export function templatesPage(): string;
export function buildGuide(output?: string): Promise<BuildResult>;
