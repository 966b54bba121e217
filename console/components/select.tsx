import { Icon } from './icon.tsx';

/** A choice of one out of a few. @param props.label Read aloud, not shown: the choice shows what it is about. */
export function Select<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChoose: (value: Value) => void;
}) {
  const { label, value, options, onChoose } = props;
  return (
    <label class="select">
      <span class="visually-hidden">{label}</span>
      <select value={value} onChange={(event) => onChoose(options[event.currentTarget.selectedIndex]![0])}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <Icon name="chevron" />
    </label>
  );
}
