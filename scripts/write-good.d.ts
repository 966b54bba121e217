declare module 'write-good' {
  export interface Suggestion {
    /** In characters from the start of the text. */
    readonly index: number;
    readonly offset: number;
    readonly reason: string;
  }
  export interface Check {
    readonly fn: (text: string) => { index: number; offset: number; reason?: string }[];
    readonly explanation: string;
  }
  interface Options {
    readonly checks?: Record<string, Check>;
    readonly [check: string]: unknown;
  }
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default function writeGood(text: string, options?: Options): Suggestion[];
}
