/**
 * What a link tells besides its words: ` (ann@example.org)` where it leads to an e-mail address or a phone number that
 * they do not have, else nothing. Other addresses say where to read on, and stay out of the text.
 *
 * @param href As in the file; empty without one.
 * @see RFC 6068 (mailto), RFC 3966 (tel).
 */
export function addressBeside(words: string, href: string): string {
  const address = MAIL_OR_PHONE.exec(href)?.[1] ?? '';
  const said = lettersOf(words);
  return said === '' || said.includes(lettersOf(address)) ? '' : ` (${address})`;
}

const MAIL_OR_PHONE = /^(?:mailto:(?=[^@?\s]+@)|tel:(?=\+?\d))([^?;,\s]{3,100})/i;

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu, '');
}
