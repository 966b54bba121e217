/** Rows of tables within a line: `Team: Blues · Location: STL`. */
export function rowsInline(text: string): string {
  return text.replaceAll(' | ', ' · ');
}
