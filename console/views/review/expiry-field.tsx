import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { ApiProblem } from '../../api/problem.ts';
import { settings } from '../../api/service.ts';
import { Until } from '../../components/ago.tsx';
import { Select } from '../../components/select.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { plural, rich, t } from '../../messages.ts';
import type { Draft } from './drafts.ts';
import { endOf, type Holding } from './expiry.ts';

const CHOICES: readonly (readonly [Holding, string])[] = [
  ['3', t('In 3 months')],
  ['6', t('In 6 months')],
  ['12', t('In a year')],
  ['never', t('Never')],
  ['date', t('On a date…')],
];

type Choice = Pick<Draft, 'holds' | 'until'>;

/** How long the approval holds. @param props.refused Why the server did not take it: then it has the focus. */
export function ExpiryField(props: {
  readonly choice: Choice;
  readonly refused: ApiProblem | undefined;
  readonly onChange: (changes: Partial<Choice>) => void;
}) {
  const { choice, refused, onChange } = props;
  const { holds, until } = choice;
  const aboutId = useId();
  const group = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    group.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  const options = [['default', useDefaultWords()] as const, ...CHOICES];
  const end = endOf(choice, new Date());
  const isToCome = end && Date.parse(end) > Date.now();
  const told = (isChosen: boolean) => ({
    'aria-invalid': isChosen && refused !== undefined,
    'aria-describedby': aboutId,
  });
  return (
    <div class="field-pair" ref={group}>
      <Select
        isField
        label={t('Review again')}
        {...told(holds !== 'date')}
        value={holds}
        options={options}
        onChoose={(holds) => onChange({ holds })}
      />
      {holds === 'date' && (
        <label class="field">
          <span class="aside">{t('Review again on')}</span>
          <input
            {...told(true)}
            type="date"
            max="9999-12-31"
            value={until}
            onInput={(event) => onChange({ until: event.currentTarget.value })}
          />
        </label>
      )}
      <div id={aboutId} class="expiry-about">
        {refused ? (
          <p class="toned bad" role="alert">
            {t('Choose a day in the future.')}
          </p>
        ) : (
          isToCome && (
            <p class="aside">
              {rich('Expires {when}: then it is withdrawn, and waits here again.', {
                when: <Until at={end} />,
              })}
            </p>
          )
        )}
      </div>
    </div>
  );
}

/** The server's default, which only its settings tell. */
function useDefaultWords(): string {
  const { value: days } = useLoaded('', async (asking) => {
    const known = await settings({ ...asking, askForKey: 'never' });
    return known.settings.find(({ name }) => name === 'REVIEW_EXPIRES_DAYS')?.value ?? null;
  });
  if (days === null) return t('By default');
  return days === '0'
    ? t('By default: never')
    : plural(Number(days), ['By default: in {count} day', 'By default: in {count} days']);
}
