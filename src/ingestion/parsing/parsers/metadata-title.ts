/** A title from a file's metadata; null when a program generated it. */
export function metadataTitle(title: string | null | undefined): string | null {
  const plain = title?.trim() ?? '';
  return plain === '' || MADE_UP.some((pattern) => pattern.test(plain)) ? null : plain;
}

const MADE_UP: readonly RegExp[] = [
  /^(?:untitled(?: (?:document|spreadsheet|presentation))?|no ?title|title|document ?\d*|word document|(?:microsoft )?powerpoint presentation|slide \d+)$/i,
  /^(?:microsoft|openoffice|libreoffice)\b.* - /i,
  // The number of a filing or of a scan.
  /^[\d\p{P}\s]+$/u,
  /\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?|xlsx?|fm|ps|eps|html?|odt|rtf)$/i,
];
