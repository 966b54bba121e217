import type { AnswerMeta } from '../../api/types.ts';
import { CorrelationId } from '../../components/correlation-id.tsx';
import { Fact } from '../../components/fact.tsx';
import { milliseconds, share } from '../../components/figures.ts';
import { modelName } from '../../components/quoted-from.ts';
import { useMay } from '../../components/use-may.ts';
import { plural, t } from '../../messages.ts';
import { TraceView, useTrace } from '../quality/trace-view.tsx';

/** Why a question got its answer: what came with it, and the server's trace for those who may see it. */
export function WhyPanel({ meta }: { meta: AnswerMeta }) {
  const traced = useTrace(meta.correlation_id, { askForKey: 'never' });
  const mayExplain = useMay('explain');
  // To others, what the answer says itself is all there is.
  const isHidden = ['invalid_api_key', 'key_not_permitted'].includes(traced.problem?.code ?? '');
  return (
    <div class="why stack gap-xl">
      {isHidden ? <Summary meta={meta} /> : <TraceView traced={traced} />}
      <dl class="facts">
        <Fact name={t('Answered by')}>
          <bdi>{modelName(meta.model)}</bdi>
        </Fact>
        <Fact name={t('Took')}>{milliseconds(meta.timings_ms.total)}</Fact>
        {mayExplain && (
          <Fact name={t('Request')}>
            <CorrelationId id={meta.correlation_id} />
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Summary({ meta: { retrieval } }: { meta: AnswerMeta }) {
  return (
    <dl class="facts">
      <Fact name={t('Searched for')} dir="auto">
        {retrieval.query}
      </Fact>
      <Fact name={t('Looked at')}>
        {plural(retrieval.candidates, ['{count} passage', '{count} passages'])}
      </Fact>
      <Fact name={t('Best passage')}>
        {t('{share} likely to answer', { share: share(retrieval.best_score) })}
      </Fact>
    </dl>
  );
}
