/** For when what had the focus is gone, and for whoever skips the head of the page. */
export function focusMain(): void {
  document.getElementById('main')?.focus();
}
