import type { ComponentChildren, RefObject } from 'preact';
import { useId } from 'preact/hooks';

/** A text with its label, what it is for, and why it is not accepted; with `rows` it has several lines. */
export function Field(props: {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly hint?: ComponentChildren;
  /** Empty when it is accepted. */
  readonly fault?: string;
  readonly type?: 'text' | 'password' | 'search';
  readonly dir?: 'auto' | 'ltr';
  readonly rows?: number;
  readonly maxLength?: number;
  readonly autofocus?: boolean;
  readonly placeholder?: string;
  readonly name?: string;
  /** Of several lines. */
  readonly element?: RefObject<HTMLTextAreaElement | null>;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}) {
  const { label, onText, hint, fault = '', type = 'text', dir = 'auto', rows, element, ...rest } = props;
  const id = useId();
  const given = {
    ...{ ...rest, id, dir, autocomplete: 'off', spellcheck: dir === 'auto' && type === 'text' },
    'aria-invalid': fault !== '',
    'aria-describedby': fault !== '' ? `${id}-fault` : hint !== undefined ? `${id}-hint` : undefined,
    onInput: (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value),
  } as const;
  return (
    <>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="aside">
          {hint}
        </p>
      )}
      <label class="field" for={id}>
        <span class="aside">{label}</span>
        {rows === undefined ? (
          <input {...given} type={type as 'text'} />
        ) : (
          <textarea {...given} rows={rows} {...(element && { ref: element })} />
        )}
      </label>
      {fault !== '' && (
        <p id={`${id}-fault`} class="toned bad" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
