/** What a correction of the previous question puts in its place: “a list” of “no, I meant a list”; else undefined. */
export function correctedPart(question: string): string | undefined {
  const opening = CORRECTION.exec(question);
  const rest = opening ? question.slice(opening[0].length).trim() : '';
  return /[\p{L}\p{N}]/u.test(rest) ? rest : undefined;
}

const REFUSALS =
  'no|nope|sorry|wait|oh|actually|not that|nein|entschuldigung|non|pardon|perdón|não|desculpe|scusa|nee|nie|przepraszam|nu|нет|извини(?:те)?|ні|όχι|hayır|لا|عفوا|नहीं|không';
const MEANINGS = [
  'i (?:actually |really )?mean[t]?|i was (?:asking|talking) about',
  'ich mein(?:e|te)|gemeint (?:ist|war|habe ich)',
  'je (?:parle|parlais) d[eu]s?|je (?:veux|voulais) dire',
  '(?:me refiero|me refería|me referia) al?|quiero decir|quería decir|quise decir',
  '(?:eu )?(?:quis|quero|queria) dizer|refiro me a',
  '(?:io )?(?:intendo|intendevo)|(?:voglio|volevo) dire',
  'ik bedoel(?:de)?',
  '(?:chodzi|chodziło) mi o|mam na myśli|miał[ae]m na myśli',
  'mă refer(?:eam)? la|(?:vreau|voiam) să spun',
  'я (?:имел[аи]?|имею) в виду|я про|я мав на увазі',
  'εννοώ|εννοούσα',
  '(?:أقصد|كنت أقصد|قصدت|أعني)',
  'मेरा मतलब(?: है| था)?',
  'ý tôi là|tôi muốn (?:nói|hỏi)(?: về)?',
].join('|');

const CORRECTION = new RegExp(
  `^\\s*(?:(?:${REFUSALS})[\\s,.:;!،—–-]+)*(?:${MEANINGS})(?![\\p{L}\\p{M}\\p{N}])[\\s,:]*|^\\s*(?:不(?:是|对)?[，, ]*)?(?:我(?:是)?(?:指|说)的?是?|我的意思是)[，,:： ]*|^\\s*(?:ไม่ใช่ ?)?(?:ฉัน|ผม)?หมายถึง ?`,
  'iu',
);
