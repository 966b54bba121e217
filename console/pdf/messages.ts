/** What the console and the frame that draws PDF pages tell each other. */

/** To the frame: a file to open, or another page of it, or its size. */
export type ToFrame =
  | {
      readonly type: 'open';
      readonly bytes: ArrayBuffer;
      readonly page: number;
      readonly quotes: readonly string[];
    }
  | { readonly type: 'turn'; readonly page: number }
  | { readonly type: 'zoom'; readonly isLarge: boolean };

/** From the frame. Whatever it says is from an untrusted document. */
export type FromFrame =
  | { readonly type: 'ready' }
  | { readonly type: 'shown'; readonly page: number; readonly pages: number; readonly isMarked: boolean }
  | { readonly type: 'failed' };
