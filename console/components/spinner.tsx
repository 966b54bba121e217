/** Something is under way for an unknown while; words beside it say what. */
export function Spinner() {
  return <span class="spinner" aria-hidden="true" />;
}

/** @param props.value 0–1; absent while that is not known. */
export function Progress({ value, label }: { value?: number; label: string }) {
  return <progress class="progress" aria-label={label} max={1} {...(value !== undefined && { value })} />;
}
