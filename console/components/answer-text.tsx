import { useCallback, useMemo } from 'preact/hooks';
import type { Source, Statement } from '../api/types.ts';
import { t } from '../messages.ts';
import { answerPieces, type Look, leaveWordsOut } from './answer-pieces.ts';
import { Markdown, type TextRenderer } from './markdown.tsx';
import { labelOf } from './source-label.ts';

const DOUBTS: Readonly<Record<Exclude<Statement['verdict'], 'supported'>, string>> = {
  partial: t('Only partly found word for word in the sources'),
  unsupported: t('Not found word for word in the sources'),
};

/**
 * With the space after it, to stand in one line with the citation behind it. A longer word must be breakable on a phone;
 * in writing without spaces each sign is a word.
 */
const LAST_WORD =
  /(?:[\p{Ideo}\p{sc=Hira}\p{sc=Kana}]|(?<!\S)[^\s\p{Ideo}])[^\s\p{Ideo}\p{sc=Hira}\p{sc=Kana}]{0,23}\s*$/u;

/** The answer with its citations as buttons; unsupported sentences are underlined. */
export function AnswerText(props: {
  readonly text: string;
  readonly sources: readonly Source[];
  readonly statements: readonly Statement[];
  /** Of a quoted answer the sentences that answer are marked. */
  readonly isQuoted: boolean;
  readonly onOpen: (source: Source) => void;
}) {
  const { text, sources, statements, isQuoted, onOpen } = props;
  const isMarked = useMemo(() => isQuoted && leaveWordsOut(statements, text), [isQuoted, statements, text]);
  const renderText: TextRenderer = useCallback(
    (piece, offset, kind) => {
      // `[1]` in code is no citation.
      const cited = kind === 'code' ? [] : sources;
      const pieces = answerPieces(piece, offset, { sources: cited, statements, isMarked });
      return pieces.map((part, i) => {
        const isCited = pieces[i + 1]?.type === 'citation';
        if (part.type === 'words')
          return <Words {...part} text={isCited ? part.text.replace(LAST_WORD, '') : part.text} />;
        const before = pieces[i - 1];
        const word = before?.type === 'words' && LAST_WORD.exec(before.text)?.[0];
        return (
          <span class="unbroken">
            {word && <Words {...before} text={word} />}
            <Citation source={part.source} onOpen={onOpen} />
          </span>
        );
      });
    },
    [sources, statements, isMarked, onOpen],
  );
  return <Markdown text={text} renderText={renderText} isQuoted={isQuoted} />;
}

function Words({ text, look }: { text: string; look: Look }) {
  if (look === 'plain' || text === '') return <>{text}</>;
  if (look === 'marked') return <mark>{text}</mark>;
  return (
    <span class={`doubt ${look}`} title={DOUBTS[look]}>
      {text}
    </span>
  );
}

/** `[n]` in an answer: opens the cited passage. */
function Citation({ source, onOpen }: { source: Source; onOpen: (source: Source) => void }) {
  const label = labelOf(source);
  return (
    <button
      type="button"
      class="citation"
      title={label}
      aria-label={t('Source {number}: {label}', { number: source.n, label })}
      onClick={() => onOpen(source)}
    >
      {source.n}
    </button>
  );
}
