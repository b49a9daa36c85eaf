import type { TextFile } from "#text";

/** A file of a theme. If several layers have the path, it is the last one's. */
export interface ThemeFile {
  /** The path relative to its layer, `/`-separated. */
  readonly path: string;
  /** The index of its layer; 0 is the built-in one. */
  readonly layer: number;
  /** Whether an earlier layer has the same path. */
  readonly overrides: boolean;
  /** The contents of a file that is copied. */
  readonly bytes: Uint8Array;
  /** The file for diagnostics. A template is neither YAML nor JSON, and this text is never parsed as such. */
  readonly source: TextFile;
}

/** Whether a file belongs to the built-in templates or the default theme, the first two layers. */
export const isBuiltIn = ({ layer }: ThemeFile): boolean => layer < 2;
