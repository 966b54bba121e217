import type { FinishReason } from '../../../ports/language-model.ts';

/** Takes the thoughts out of one text of a model. */
export interface ThoughtFilter {
  /** The answer in the next piece of the text. `isRestart`: everything up to it was thoughts. */
  read(delta: string): { readonly text: string; readonly isRestart: boolean };
  /** The rest of the answer. */
  end(reason: FinishReason): string;
}

/**
 * Filters for the texts of one model: takes away what it thinks aloud at the beginning, as in `<think>…</think>`.
 * Servers that do not tell thoughts from the answer send both as text.
 *
 * Where the server's template opens the tag itself, only its end comes, and the first text is known late for what it
 * was. The model's next texts then wait for that end, until one comes without.
 */
export function createThoughtFilters(): () => ThoughtFilter {
  let isOpenedByServer = false;

  return () => {
    const answerIn = createOpenedFilter();
    let isWaiting = isOpenedByServer;
    let isWatched = true;
    let held = '';
    /** The last units of what is held, and what precedes them as far as it matters. */
    let tail = '';
    /** The first letter of the last line that was returned, if it has any. */
    let line = '';

    function read(delta: string): ReturnType<ThoughtFilter['read']> {
      const { text, isOpened } = answerIn(delta);
      if (isOpened) isWaiting = isWatched = false;
      if (!isWatched || (held === '' && !isWaiting && !/[<[]/.test(text)))
        return { text: passed(text), isRestart: false };
      // A text that waits may be long: of what was read before only the last units are read again.
      const recent = (held === '' ? line : tail) + text;
      held += text;
      const end = LONE_END.exec(recent);
      // With its beginning before it, it is what the answer is about.
      isWatched = !OPENINGS.some((tag) => recent.slice(0, end?.index).includes(tag));
      if (isWatched && end) {
        held = '';
        isWaiting = isWatched = false;
        isOpenedByServer = true;
        return { text: recent.slice(end.index + end[0].length), isRestart: true };
      }
      isWaiting &&= isWatched && held.length <= WAITING_UNITS_MAX;
      if (isWaiting) {
        tail = recent.length > TAG_UNITS_MAX ? `.${recent.slice(-TAG_UNITS_MAX)}` : recent;
        return { text: '', isRestart: false };
      }
      const kept = isWatched ? undecidedIn(held) : '';
      const due = passed(held.slice(0, held.length - kept.length));
      held = kept;
      tail = line + kept;
      return { text: due, isRestart: false };
    }

    function passed(text: string): string {
      const last = text.slice(text.lastIndexOf('\n') + 1);
      line = `${last === text ? line : ''}${last.trim()}`.slice(0, 1);
      return text;
    }

    return {
      read,
      end(reason) {
        // Its thoughts took all the tokens.
        if (isWaiting && reason === 'length') return '';
        if (isWaiting && held !== '') isOpenedByServer = false;
        return held;
      },
    };
  };
}

/** UTF-16 units of a text that waits for the end of its thoughts; a longer one is the answer. */
const WAITING_UNITS_MAX = 262_144;
/** Of a tag with the white space around it. */
const TAG_UNITS_MAX = 32;

/** How thoughts begin and end: DeepSeek, Qwen and most others; Magistral. */
const THOUGHTS: Readonly<Record<string, string>> = {
  '<think>': '</think>',
  '<thinking>': '</thinking>',
  '[THINK]': '[/THINK]',
};
const OPENINGS = Object.keys(THOUGHTS);
const END = '(?:</think(?:ing)?>|\\[/THINK\\])';
/** An end that stands alone in its line or ends it: elsewhere, it is the answer's subject. */
const LONE_END = new RegExp(`(?<=^|\\n)[^\\S\\n]{0,8}${END}|${END}(?=[^\\S\\n]{0,8}\\n)`, 'u');
const END_SO_FAR = new RegExp(`^${END}[^\\S\\n]{0,8}$`, 'u');

/** The end of `text` that may become a tag. */
function undecidedIn(text: string): string {
  const last = text.slice(Math.max(text.lastIndexOf('<'), text.lastIndexOf('['), 0));
  const mayBecome = [...OPENINGS, ...Object.values(THOUGHTS)].some((tag) => tag.startsWith(last));
  return last !== '' && (mayBecome || END_SO_FAR.test(last)) ? last : '';
}

/** Takes away thoughts that the text opens itself. A text of nothing but a tag's beginning is none. */
function createOpenedFilter(): (delta: string) => { text: string; isOpened: boolean } {
  /** What was read and is not yet decided; undefined once the answer has begun. */
  let held: string | undefined = '';
  /** White space before it. */
  let space = '';
  let end: string | undefined;

  function textOf(delta: string): string {
    if (held === undefined) return delta;
    const text = held === '' ? delta.trimStart() : delta;
    space += delta.slice(0, delta.length - text.length);
    held += text;
    if (end === undefined) {
      const opening = OPENINGS.find((tag) => held!.startsWith(tag) || tag.startsWith(held!));
      if (opening === undefined) return space + answerFrom(0);
      if (held.length < opening.length) return '';
      end = THOUGHTS[opening]!;
    }
    const at = held.indexOf(end);
    if (at !== -1) return answerFrom(at + end.length);
    // Thoughts may be long: only what may be the beginning of their end is kept.
    held = held.slice(-end.length);
    return '';
  }

  function answerFrom(start: number): string {
    const answer = held!.slice(start);
    held = undefined;
    return answer;
  }

  return (delta) => {
    const text = textOf(delta);
    return { text, isOpened: end !== undefined };
  };
}
