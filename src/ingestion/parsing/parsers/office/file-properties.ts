import { metadataLines, metadataTitle } from '../metadata.ts';
import { readXml } from '../xml.ts';

/** What a file's properties, of OOXML or OpenDocument, say of it; nothing where they are missing or damaged. */
export function fileProperties(xml: Uint8Array | undefined) {
  const values = new Map<string, string>();
  try {
    readXml(xml, {
      text: (text, within) => void values.set(within, (values.get(within) ?? '') + text),
    });
  } catch {
    values.clear();
  }
  return {
    title: metadataTitle(values.get('title')),
    about: metadataLines({
      authors: [values.get('initial-creator') ?? values.get('creator')],
      created: values.get('created') ?? values.get('creation-date'),
    }),
  };
}
