/** Room for a panel and the history beside the answer. */
export const WIDE = '(min-width: 64rem)';
