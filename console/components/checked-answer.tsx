import type { Source } from '../api/types.ts';
import { AnswerText } from './answer-text.tsx';
import { Grounding } from './grounding.tsx';
import { isQuoted } from './quoted-from.ts';

/** An answer as given, and the check of its sentences. */
export function CheckedAnswer(props: {
  readonly text: string;
  readonly sources: readonly Source[];
  readonly meta: Parameters<typeof Grounding>[0]['meta'];
  readonly onOpen: (source: Source) => void;
}) {
  const { meta, ...answer } = props;
  return (
    <>
      <div class="answer">
        <AnswerText {...answer} statements={meta.statements} isQuoted={isQuoted(meta)} />
      </div>
      <Grounding text={props.text} meta={meta} sources={props.sources} />
    </>
  );
}
