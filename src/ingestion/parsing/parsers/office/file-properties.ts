import { metadataLines } from '../metadata-lines.ts';
import { metadataTitle } from '../metadata-title.ts';
import { readXml } from '../xml.ts';

/** What a file's properties, of OOXML or OpenDocument, say of it; nothing where they are missing or damaged. */
export function fileProperties(xml: Uint8Array | undefined) {
  const values = new Map<string, string>();
  let element = '';
  try {
    readXml(xml, {
      open(name) {
        element = name;
      },
      text(text) {
        values.set(element, (values.get(element) ?? '') + text);
      },
      close() {
        element = '';
      },
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
