/**
 * What documents are asked for by: `annual leave` in `Which documents tell of annual leave?`; undefined for a question
 * that asks for no documents. In English and German.
 */
export function askedDocuments(question: string): string | undefined {
  const found = ENGLISH.exec(question) ?? GERMAN.exec(question);
  const subject = found?.[1]?.replace(/[\s.?!…]+$/u, '');
  return subject === '' ? undefined : subject;
}

const ENGLISH = new RegExp(
  `^\\s*(?:${[
    '(?:(?:please|can you|could you) )?(?:list|show|give|name|find)(?: me| us)? (?:all |every |any )?(?:(?:the|your|our) )?documents?',
    '(?:which|what)(?: of (?:the|your|our))? documents?(?: do (?:you|we) have| are there| exist)?',
    '(?:are there|do (?:you|we) have)(?: any)? documents',
  ].join('|')})(?: that| which)?(?: are)? (?:${[
    'about|on|regarding|concerning|mention(?:s|ing)?|cover(?:s|ing)?|discuss(?:es|ing)?|describ(?:es?|ing)|explain(?:s|ing)?',
    '(?:talk|tell|speak)(?:s|ing)? (?:of|about)|deal(?:s|ing)? with|refer(?:s|ring)? to',
  ].join('|')}) (.+)$`,
  'isu',
);

const GERMAN = new RegExp(
  `^\\s*(?:${[
    '(?:bitte )?(?:liste|nenne?n?|zeige?n?|finde)(?: sie)?(?: bitte)?(?: mir| uns)? (?:alle |die )?dokumente',
    'welche dokumente(?: gibt es| haben (?:wir|sie)| hast du)?|welches dokument|gibt es dokumente',
  ].join(
    '|',
  )})(?:,? (?:die|das))? (?:über|zum|zur|zu|erwähnt|erwähnen|behandelt|behandeln|beschreibt|beschreiben|erklärt|erklären|handelt von|handeln von)(?: d(?:as|ie|en|em|er))? (.+?)(?: (?:erwähnen|behandeln|beschreiben|erklären|handeln|sprechen))?$`,
  'isu',
);
