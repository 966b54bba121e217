import { ownTitle } from './directives.ts';
import { DROPPED } from './dropped.ts';
import { type Values, wordsOf } from './front-matter.ts';

/**
 * Text without the tags of template engines and site generators: Liquid, Jinja, Twig and GitBook (`{% … %}`), Hugo's
 * shortcodes (`{{< … >}}`), ERB (`<%= … %>`) and outputs (`{{ … }}`). A tag leaves the words that it would show, such
 * as a title, and an output the page's own value where it is known. Text between two tags stays, but for a comment.
 *
 * @param values Metadata of the page.
 * @returns With `DROPPED` where nothing is left.
 */
export function withoutTemplateTags(source: string, values: Values): string {
  if (!/\{[{%#]|<%/.test(source)) return source;
  const pieces: string[] = [];
  let done = 0;
  let isComment = false;
  for (const tag of tagsOf(source)) {
    const name = tag.kind === 'tag' ? /^-?\s*(\w*)/.exec(tag.inner)![1] : '';
    if (isComment) {
      if (name !== 'endcomment') continue;
      isComment = false;
      done = tag.start;
    }
    if (name === 'comment') isComment = true;
    const words = shownBy(tag, values);
    const isBlock = tag.kind === 'tag' && words !== '' && isAlone(source, tag);
    pieces.push(source.slice(done, tag.start));
    pieces.push(isBlock ? `\n${indentBefore(source, tag.start)}${words}\n` : words || DROPPED);
    done = tag.end;
  }
  return pieces.join('') + source.slice(done);
}

interface Tag {
  readonly kind: 'tag' | 'output' | 'comment';
  /** Between its marks. */
  readonly inner: string;
  readonly start: number;
  readonly end: number;
}

/** Formulas, and what GitHub's workflows and shells write `${{ … }}`, are no outputs. */
const OPENING = /\{%|\{\{!--|\{\{-?\s?\/\*|\{\{[<%]|(?<![\w\\$^{}])\{\{\{?(?!\{)|<%(?!%)|\{#(?=\s)/g;
const TAG_CHARACTERS_MAX = 5_000;

const MARKS: Readonly<Record<string, { kind: Tag['kind']; closing: string }>> = {
  '{%': { kind: 'tag', closing: '%}' },
  '{{<': { kind: 'tag', closing: '>}}' },
  '{{%': { kind: 'tag', closing: '%}}' },
  '{{': { kind: 'output', closing: '}}' },
  '{{{': { kind: 'output', closing: '}}}' },
  '<%': { kind: 'output', closing: '%>' },
  '{#': { kind: 'comment', closing: '#}' },
  '{{!--': { kind: 'comment', closing: '--}}' },
};

/** In their order. Takes linear time: what closes a tag is sought once for all tags before it. */
function* tagsOf(text: string): Generator<Tag> {
  const nextOf = new Map<string, number>();
  const next = (closing: string, from: number) => {
    const known = nextOf.get(closing);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const found = text.indexOf(closing, from);
    nextOf.set(closing, found);
    return found;
  };
  let done = 0;
  for (const { 0: opening, index: start } of text.matchAll(OPENING)) {
    if (start < done) continue;
    const { kind, closing } = MARKS[opening] ?? { kind: 'comment', closing: '}}' };
    const from = start + opening.length;
    const at = next(closing, from);
    if (at === -1 || at - start > TAG_CHARACTERS_MAX) continue;
    const inner = text.slice(from, at);
    if (kind === 'output' && opening !== '<%' && /^\s*$|[{}]/.test(inner)) continue;
    done = at + closing.length;
    yield { kind, inner, start, end: done };
  }
}

function isAlone(source: string, { start, end }: Tag): boolean {
  return (
    /(?:^|\n)[^\S\n]*$/.test(source.slice(Math.max(0, start - 80), start)) &&
    /^[^\S\n]*(?:\n|$)/.test(source.slice(end, end + 80))
  );
}

function indentBefore(source: string, at: number): string {
  return /[^\S\n]*$/.exec(source.slice(Math.max(0, at - 80), at))![0];
}

function shownBy({ kind, inner }: Tag, values: Values): string {
  if (kind === 'comment') return '';
  return kind === 'output' ? shownValue(inner, values) : ownTitle(wordsOfTag(inner));
}

/** The title or caption of a tag, or its text: `Windows` of `tab "Windows"`. */
function wordsOfTag(tag: string): string {
  const [, name = '', rest = ''] = /^[-~+]?\s*([\w-]*)([\s\S]*)$/.exec(tag) ?? [];
  if (WITHOUT_WORDS.test(name)) return '';
  const named = NAMED_WORDS.exec(rest);
  if (named) return named[1] ?? named[2] ?? '';
  const quoted = /(?:^|\s)(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')/.exec(rest);
  const words = quoted?.[1] ?? quoted?.[2] ?? '';
  return /^\p{Lu}|\p{L}\s+\p{L}/u.test(words) && !/\/|\.\w{2,4}$/.test(words) ? words : '';
}

const NAMED_WORDS =
  /(?:^|\s)(?:title|text|caption|summary|label|header|heading|question|description)\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/;

/** Conditions, loops, settings, and references to other files. */
const WITHOUT_WORDS =
  /^$|^(?:end\w*|assign|set|if\w*|unless|els\w*|case|when|for\w*|include\w*|import|from|extends|block|macro|call|load|cycle|render\w*|partial|layout|capture|increment|decrement|echo|liquid|url|static|link|post_url|data|ref|relref|param|youtube|vimeo|gist|embed)$/;

/** The page's own metadata, by the names under which the engines know it. */
function shownValue(expression: string, values: Values): string {
  const plain = expression.replace(/^[-=]+|-$/g, '').split('|', 1)[0]!;
  const name = OWN_VALUE.exec(plain.trim())?.[1]?.toLowerCase();
  return wordsOf(Object.entries(values).find(([key]) => key.toLowerCase() === name)?.[1]);
}

const OWN_VALUE =
  /^(?:\$?(?:page|frontmatter|fm|post|metadata)\.(?:data\.)?|current_page\.(?:data\.)?|\$?\.(?:Page\.)?(?:Params\.)?)?([A-Za-z_][\w-]*)$/;
