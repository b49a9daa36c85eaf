import type { TextFile } from "#text";

/** One file of a theme, the last layer's where several have the path. */
export interface ThemeFile {
  /** Relative to its layer, `/`-separated. */
  readonly path: string;
  /** The folder that it came from: 0 is the built-in one. */
  readonly layer: number;
  /** Whether an earlier layer has the path too. */
  readonly overrides: boolean;
  readonly bytes: Uint8Array;
  /** For diagnostics. A template is neither YAML nor JSON; nothing parses this text as either. */
  readonly source: TextFile;
}

/** Whether a file comes from the built-in templates or the default theme, which are the first two layers. */
export const isBuiltIn = ({ layer }: ThemeFile): boolean => layer < 2;
