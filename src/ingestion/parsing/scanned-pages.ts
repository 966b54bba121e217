/** Lists the pages without text, when their text can be recognised. */
export class ScannedPages extends Error {
  override readonly name = 'ScannedPages';
  /** 1-based, ascending. */
  readonly pages: readonly number[];

  constructor(pages: readonly number[]) {
    super(`${pages.length} pages have no text of their own`);
    this.pages = pages;
  }
}
