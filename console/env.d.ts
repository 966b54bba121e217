declare module '*.css';

declare module 'virtual:samples' {
  /** Small sample documents, bundled into the page. */
  export const FILES: readonly { readonly name: string; readonly base64: string }[];
}

declare module 'virtual:image-decoders' {
  /** WebAssembly of pdf.js, bundled into the frame. */
  export const FILES: readonly { readonly name: string; readonly base64: string }[];
}

/** It has no types. */
declare module 'pdfjs-dist/build/pdf.worker.mjs';
