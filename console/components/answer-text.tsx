import type { ComponentChild } from 'preact';
import { useCallback } from 'preact/hooks';
import type { Source, Statement } from '../api/types.ts';
import { answerPieces } from './answer-pieces.ts';
import { Citation } from './citation.tsx';
import { Markdown, type TextRenderer } from './markdown.tsx';

const DOUBTS: Readonly<Record<Exclude<Statement['verdict'], 'supported'>, string>> = {
  partial: 'Only partly found in the sources',
  unsupported: 'Not found in the sources',
};

/** With the space after it; a longer word must be breakable on a phone. */
const LAST_WORD = /(?<!\S)\S{1,24}\s*$/;

/** The answer with its citations as buttons; unsupported sentences are underlined. */
export function AnswerText(props: {
  readonly text: string;
  readonly sources: readonly Source[];
  readonly statements: readonly Statement[];
  readonly onOpen: (source: Source) => void;
}) {
  const { text, sources, statements, onOpen } = props;
  const renderText: TextRenderer = useCallback(
    (piece, offset) => {
      const drawn: ComponentChild[] = [];
      for (const part of answerPieces(piece, offset, { sources, statements })) {
        if (part.type === 'citation') pushCitation(drawn, <Citation source={part.source} onOpen={onOpen} />);
        else pushWords(drawn, part.text, part.statement?.verdict ?? 'supported');
      }
      return drawn;
    },
    [sources, statements, onOpen],
  );
  return <Markdown text={text} renderText={renderText} />;
}

function pushWords(drawn: ComponentChild[], text: string, verdict: Statement['verdict']): void {
  if (verdict !== 'supported' && text.trim() !== '') {
    drawn.push(
      <span class={`doubt ${verdict}`} title={DOUBTS[verdict]}>
        {text}
      </span>,
    );
  } else if (typeof drawn.at(-1) === 'string') drawn.push(`${drawn.pop()}${text}`);
  else drawn.push(text);
}

/** Together with the word before it: a line must not begin with a citation. */
function pushCitation(drawn: ComponentChild[], citation: ComponentChild): void {
  const before = drawn.at(-1);
  const word = typeof before === 'string' ? LAST_WORD.exec(before) : null;
  if (word === null) {
    drawn.push(citation);
    return;
  }
  drawn.pop();
  drawn.push(
    word.input.slice(0, word.index),
    <span class="unbroken">
      {word[0]}
      {citation}
    </span>,
  );
}
