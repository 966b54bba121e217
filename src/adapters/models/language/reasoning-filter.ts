import type { FinishReason } from '../../../ports/language-model.ts';

/** Removes the reasoning from one text of a model. */
export type ReasoningFilter = ReturnType<ReturnType<typeof createReasoningFilters>>;

/**
 * Filters for the texts of one model: they remove the reasoning at the beginning, as in `<think>…</think>`. Servers that
 * do not separate reasoning from the answer send both as text.
 *
 * Where the server's template opens the tag itself, only the closing tag arrives, so the first text is recognised late.
 * The model's next texts then wait for the closing tag, until one arrives without it.
 */
export function createReasoningFilters() {
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

    /** The answer in the next piece of the text. `isRestart`: everything before it was reasoning. */
    function read(delta: string): { readonly text: string; readonly isRestart: boolean } {
      const { text, isOpened } = answerIn(delta);
      if (isOpened) isWaiting = isWatched = false;
      if (!isWatched || (held === '' && !isWaiting && !/[<[]/.test(text)))
        return { text: passed(text), isRestart: false };
      // A waiting text may be long, so only its last units are searched again.
      const recent = (held === '' ? line : tail) + text;
      held += text;
      const end = LONE_END.exec(recent);
      // With an opening tag before it, the tag is a subject of the answer.
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
      const undecided = isWatched ? undecidedIn(held) : '';
      const due = passed(held.slice(0, held.length - undecided.length));
      held = undecided;
      tail = line + undecided;
      return { text: due, isRestart: false };
    }

    function passed(text: string): string {
      const last = text.slice(text.lastIndexOf('\n') + 1);
      line = `${last === text ? line : ''}${last.trim()}`.slice(0, 1);
      return text;
    }

    return {
      read,
      /** The rest of the answer. */
      end(reason: FinishReason) {
        // The reasoning took all the tokens.
        if (isWaiting && reason === 'length') return '';
        if (isWaiting && held !== '') isOpenedByServer = false;
        return held;
      },
    };
  };
}

/** UTF-16 units of a text that waits for a closing tag; a longer one is the answer. */
const WAITING_UNITS_MAX = 262_144;
/** Of a tag with the white space around it. */
const TAG_UNITS_MAX = 32;

/** Opening and closing tags: DeepSeek, Qwen and most others; Magistral. */
const TAGS: Readonly<Record<string, string>> = {
  '<think>': '</think>',
  '<thinking>': '</thinking>',
  '[THINK]': '[/THINK]',
};
const OPENINGS = Object.keys(TAGS);
const END = '(?:</think(?:ing)?>|\\[/THINK\\])';
/** A closing tag alone in its line or at its end: elsewhere it is a subject of the answer. */
const LONE_END = new RegExp(`(?<=^|\\n)[^\\S\\n]{0,8}${END}|${END}(?=[^\\S\\n]{0,8}\\n)`, 'u');
const END_SO_FAR = new RegExp(`^${END}[^\\S\\n]{0,8}$`, 'u');

/** The end of `text` that may become a tag. */
function undecidedIn(text: string): string {
  const last = text.slice(Math.max(text.lastIndexOf('<'), text.lastIndexOf('['), 0));
  const mayBecome = [...OPENINGS, ...Object.values(TAGS)].some((tag) => tag.startsWith(last));
  return last !== '' && (mayBecome || END_SO_FAR.test(last)) ? last : '';
}

/** Removes reasoning that begins with an opening tag in the text. */
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
      end = TAGS[opening]!;
    }
    const at = held.indexOf(end);
    if (at !== -1) return answerFrom(at + end.length);
    // Reasoning may be long: only what may become the closing tag is stored.
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
