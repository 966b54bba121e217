/** For when what had the focus is gone, and for whoever skips the head of the page. */
export function focusMain(): void {
  document.getElementById('main')?.focus();
}

/** Whether no part of the page has the focus. */
export function isNothingFocused(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.id === 'main';
}
