import type { BuildResult } from "../src/app/index.ts";

export function settingsPage(sections: Readonly<Record<string, object>>): string;
export function templatesPage(): string;
export function buildGuide(output?: string): Promise<BuildResult>;
