import { useEffect, useRef, useState } from 'preact/hooks';
import { apiKey } from '../api/access.ts';
import { problemOf } from '../api/problem.ts';
import { checkKey } from '../api/service.ts';
import { t } from '../messages.ts';
import { Field } from './field.tsx';

const WRONG_KEY = t('The server did not accept that key. Ask the person who runs Docent for the right one.');

/** A field for a key, which the tab has once the server accepted it. @param of.isDeclined One was rejected. */
export function useKeyEntry(of: {
  readonly hint: string;
  readonly isDeclined?: boolean;
  readonly autofocus?: boolean;
  readonly onUsed: () => void;
}) {
  const { hint, isDeclined = false, autofocus = false, onUsed } = of;
  const [text, setText] = useState('');
  const [fault, setFault] = useState(isDeclined ? WRONG_KEY : '');
  const [isChecking, setChecking] = useState(false);
  const isGone = useRef(false);
  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  const key = text.trim();
  const canUse = key !== '' && !isChecking;

  async function use(): Promise<void> {
    if (!canUse) return;
    setChecking(true);
    const found = await checkKey(key).then(() => '', faultOf);
    if (isGone.current) return;
    setChecking(false);
    setFault(found);
    if (found !== '') return;
    apiKey.set(key);
    setText('');
    onUsed();
  }

  const field = (
    <Field
      {...{ hint, fault, autofocus, value: text, onText: setText }}
      label={t('API key')}
      type="password"
      name="api-key"
    />
  );
  return { field, canUse, isChecking, use };
}

/** Why a key could not be used, in a sentence. */
function faultOf(error: unknown): string {
  const { code, title, detail } = problemOf(error);
  return code === 'invalid_api_key' ? WRONG_KEY : `${title}. ${detail}`;
}
