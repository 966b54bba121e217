import { useState } from 'preact/hooks';
import { checkModel, isQuoting, type ModelCheck, type ModelKind } from '../../api/service.ts';
import { Button } from '../../components/button.tsx';
import { counted, milliseconds } from '../../components/figures.ts';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { useAction } from '../../components/use-action.ts';
import { rich, t } from '../../messages.ts';

/** The models of the settings, each called once on demand. */
export function Models() {
  return (
    <section class="card stack gap-l" aria-labelledby="models">
      <h2 id="models">{t('Models')}</h2>
      {isQuoting ? (
        <p>{t('There is no language model: answers are quotations. LLM_PROVIDER sets one.')}</p>
      ) : (
        <Model kind="language" name={t('Language model')} action={t('Test the language model')} />
      )}
      <Model kind="embedding" name={t('Embedding model')} action={t('Test the embedding model')} />
    </section>
  );
}

function Model({ kind, name, action }: { kind: ModelKind; name: string; action: string }) {
  const { run, isBusy, problem } = useAction();
  const [check, setCheck] = useState<ModelCheck | null>(null);
  return (
    <div>
      <p class="row spread gap-l">
        <strong>{name}</strong>
        <Button
          icon="pulse"
          busy={isBusy}
          aria-label={action}
          onClick={() => {
            setCheck(null);
            void run(async () => setCheck(await checkModel(kind)));
          }}
        >
          {t('Test')}
        </Button>
      </p>
      <div role="status">{check && <Outcome check={check} />}</div>
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}

function Outcome({ check: { ok, model, dimensions, took_ms: ms, error, settings } }: { check: ModelCheck }) {
  if (!ok)
    return (
      <div class="model-outcome row top bad">
        <Icon name="alert" />
        <div>
          <p lang="en" dir="auto">
            {error}
          </p>
          <p class="aside">{rich('Check {settings}.', { settings: <span lang="en">{settings}</span> })}</p>
        </div>
      </div>
    );
  if (model === null)
    return <p class="aside">{t('The built-in model is trained once there are enough passages.')}</p>;
  const of = { model: <bdi>{model}</bdi>, time: milliseconds(ms) };
  return (
    <p class="model-outcome row top good">
      <Icon name="check" />
      <span>
        {dimensions === null
          ? rich('{model} answered in {time}', of)
          : rich('{model} answered in {time}, with {count} dimensions', {
              ...of,
              count: counted(dimensions),
            })}
      </span>
    </p>
  );
}
