/** How long the object URL of a file is kept for the browser to save it. */
const KEPT_MS = 60_000;

/** Has the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = temporaryUrl(file);
  link.download = name;
  link.click();
}

/** An object URL for what the browser does next with it. */
export function temporaryUrl(file: Blob): string {
  const url = URL.createObjectURL(file);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  return url;
}
