import type { RefObject } from 'preact';
import { Icon } from './icon.tsx';

/** Searches what is listed below it. @param props.label Read aloud. */
export function SearchField(props: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly element?: RefObject<HTMLInputElement | null>;
}) {
  const { label, placeholder, value, onText, element } = props;
  return (
    <label class="search-field row">
      <span class="visually-hidden">{label}</span>
      <Icon name="search" />
      <input
        {...(element && { ref: element })}
        type="search"
        dir="auto"
        maxLength={200}
        placeholder={placeholder}
        value={value}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </label>
  );
}
