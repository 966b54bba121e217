/**
 * Whether a text asks for something to be written: a summary, a translation, a draft. Quoting cannot do it. Only
 * requests count (`Translate the notice into French`), not questions about them (`How do I translate a notice?`).
 */
export function asksToWrite(text: string): boolean {
  const request = text.normalize('NFKC').toLowerCase();
  return REQUEST.test(request);
}

const POLITE = [
  "please|(?:can|could|would|will) you(?: please)?|i(?: would|['’]d) like you to|i (?:want|need) you to|help me(?: to)?",
  'bitte|(?:kannst|könntest) du(?: bitte)?|(?:können|könnten) sie(?: bitte)?',
  "s['’]il vous plaît,?|(?:peux-tu|pouvez-vous|pourriez-vous)|por favor,?|puedes?|podrías?|per favore,?|puoi|pode|poderia",
].join('|');

const REQUEST = new RegExp(
  `^[\\s¿¡"'“„(]*(?:(?:${POLITE})\\s+)?(?:${[
    '(?:summari[sz]e|sum up|paraphrase|rephrase|rewrite|shorten|translate)(?![\\p{L}\\p{M}-])',
    '(?:write|draft|compose)(?: me| us)? (?:an?|the|some)(?![\\p{L}\\p{M}])',
    '(?:give|write|make|create)(?: me| us)? (?:an?|the)(?: \\p{L}+)? (?:summary|overview|abstract|translation|recap)(?![\\p{L}\\p{M}])',
    'tl;?dr(?![\\p{L}\\p{M}])',
    '(?:übersetz(?:e|en)?|formulier(?:e|en)?|schreib(?:e|en)?(?: sie)?(?: mir| uns)? (?:eine?n?|den|die|das))(?![\\p{L}\\p{M}])',
    '(?:fass(?:e|en)?)(?![\\p{L}\\p{M}]).{1,200}zusammen(?:fassen)?(?![\\p{L}\\p{M}])',
    '(?:résume[rz]?|tradui[st](?:ez|re)?|rédige[rz]?)(?![\\p{L}\\p{M}])',
    '(?:resum[ea](?:n|r|me)?|traduc[ea]|traducir|traduz(?:a|ir)?|riassum[ia]|riassumere|traduc[ai]|tradurre|redact[ae])(?![\\p{L}\\p{M}])',
    '(?:vertaal|vat(?![\\p{L}\\p{M}]).{1,200}samen|streść|przetłumacz|rezumă|tradu)(?![\\p{L}\\p{M}])',
    '(?:переведи(?:те)?|кратко изложи(?:те)?|переклади|підсумуй)(?![\\p{L}\\p{M}])',
  ].join(
    '|',
  )})|^[\\s"'„(]*(?:(?:kannst|könntest) du|(?:können|könnten) sie|bitte)(?![\\p{L}\\p{M}]).{1,300} (?:zusammenfassen|übersetzen|umformulieren)[.?!\\s]*$`,
  'su',
);
