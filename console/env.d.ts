declare module '*.css';

declare module 'virtual:samples' {
  /** Small sample documents, bundled into the page. */
  export const SAMPLES: readonly { readonly name: string; readonly base64: string }[];
}

/** It has no types. */
declare module 'pdfjs-dist/build/pdf.worker.mjs';
