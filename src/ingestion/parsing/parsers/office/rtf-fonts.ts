import iconv from 'iconv-lite';

/**
 * The code page of a font's character set; the document's own for others.
 *
 * @see RTF specification 1.9.1, "Font Table", \fcharset.
 */
export const CODE_PAGES: Readonly<Record<number, number>> = {
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

/**
 * @param bytes A byte a character.
 * @param codePage Its Windows number; Western European when unknown.
 */
export function decodeCodePage(bytes: string, codePage: number): string {
  const encoding = codePage === 10000 ? 'macintosh' : codePage === 65001 ? 'utf-8' : `cp${codePage}`;
  return iconv.decode(Buffer.from(bytes, 'latin1'), iconv.encodingExists(encoding) ? encoding : 'cp1252');
}
