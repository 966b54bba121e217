/** Without line breaks and runs of spaces. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
