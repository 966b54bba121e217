/** Supported file extensions; of a folder nothing else is sent. */
export const READABLE: ReadonlySet<string> = new Set(
  (
    'pdf docx docm dotx pptx pptm ppsx xlsx xlsm odt ods odp epub html htm xhtml md mdoc mdx markdown csv tsv json ' +
    'jsonl ndjson eml rtf txt text log rst adoc asciidoc org'
  ).split(' '),
);
