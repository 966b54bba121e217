import { useId } from 'preact/hooks';
import { Icon } from './icon.tsx';

/**
 * A choice of one out of a few.
 *
 * @param props.label Read aloud; shown where `isField`, as elsewhere the choice shows what it is about.
 */
export function Select<Value extends string>(props: {
  readonly label: string;
  readonly isField?: boolean;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChoose: (value: Value) => void;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-describedby'?: string;
}) {
  const { label, isField = false, value, options, onChoose, ...rest } = props;
  const id = useId();
  const select = (
    <>
      <select
        {...rest}
        id={id}
        value={value}
        onChange={(event) => onChoose(options[event.currentTarget.selectedIndex]![0])}
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <Icon name="chevron" />
    </>
  );
  return (
    <label class={isField ? 'field' : 'select'} for={id}>
      <span class={isField ? 'aside' : 'visually-hidden'}>{label}</span>
      {isField ? <span class="select">{select}</span> : select}
    </label>
  );
}
