/**
 * Takes away what a model thinks aloud at the beginning of its text, as in `<think>…</think>`: servers that do not tell
 * thoughts from the answer send both as text.
 *
 * @returns For each piece of the text, the part that belongs to the answer. A text of nothing but a tag's beginning is none.
 */
export function createThoughtFilter(): (delta: string) => string {
  /** What was read and is not yet decided; undefined once the answer has begun. */
  let held: string | undefined = '';
  let end: string | undefined;

  return (delta) => {
    if (held === undefined) return delta;
    held += delta;
    if (end === undefined) {
      const text = held.trimStart();
      const opening = Object.keys(THOUGHTS).find((tag) => text.startsWith(tag) || tag.startsWith(text));
      if (opening === undefined) return answerFrom(0);
      if (text.length < opening.length) return '';
      end = THOUGHTS[opening]!;
    }
    const at = held.indexOf(end);
    if (at !== -1) return answerFrom(at + end.length);
    // Thoughts may be long: only what may be the beginning of their end is kept.
    held = held.slice(-end.length);
    return '';
  };

  function answerFrom(start: number): string {
    const answer = held!.slice(start);
    held = undefined;
    return answer;
  }
}

/** How thoughts begin and end: DeepSeek, Qwen and most others; Magistral. */
const THOUGHTS: Readonly<Record<string, string>> = {
  '<think>': '</think>',
  '<thinking>': '</thinking>',
  '[THINK]': '[/THINK]',
};
