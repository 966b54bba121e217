import { posix } from 'node:path';
import { IngestFailure } from '../../../../errors.ts';
import { signatureOf } from '../../file-signature.ts';
import { attributeNamed, readXml, type XmlVisitor } from '../xml.ts';
import { asksForPassword, openZip } from '../zip-archive.ts';
import { fileProperties } from './file-properties.ts';

/** The parts of an Office Open XML file. */
export type OfficePackage = ReturnType<typeof openOfficePackage>;

interface Relation {
  readonly id: string;
  /** Last segment of the relationship's type: `slide`, `notesSlide`. */
  readonly type: string;
  readonly part: string;
}

/**
 * Opens a document, a presentation or a workbook.
 *
 * @param options.root The main part's outermost element.
 * @param options.extension The usual extension of such a file, without the dot.
 * @throws {IngestFailure} `password_required`, `unsupported_file_type`, `damaged_file` or `too_complex`.
 * @see ECMA-376 part 2, Open Packaging Conventions: names of parts are compared without regard to case.
 */
export function openOfficePackage(
  bytes: Uint8Array,
  { root, extension }: { root: string; extension: string },
) {
  refuseOleFile(bytes, extension);
  const archive = openZip(bytes);
  const names = new Map(archive.names.map((name) => [name.toLowerCase(), name]));

  const read = (part: string) => archive.read(names.get(part.toLowerCase()) ?? '');

  /** Visits a part; does nothing when it does not exist. */
  const visit = (part: string, visitor: XmlVisitor) => readXml(read(part), visitor);

  /** The parts that a part references, in order; targets outside of the file are dropped. */
  function relationsOf(part: string): Relation[] {
    const relations: Relation[] = [];
    const folder = posix.dirname(part);
    visit(posix.join(folder, '_rels', `${posix.basename(part)}.rels`), {
      open(name, attributes) {
        const { Id: id, Type: type, Target: target, TargetMode: mode } = attributes;
        if (name === 'Relationship' && id && type && target && mode !== 'External') {
          const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
          relations.push({ id, type: posix.basename(type), part: path });
        }
      },
    });
    return relations;
  }

  const relations = relationsOf('');
  const mainPart = relations.find(({ type }) => type === 'officeDocument')?.part ?? '';
  let foundRoot: string | undefined;
  visit(mainPart, {
    open(name) {
      foundRoot ??= name;
      return 'skip';
    },
  });
  if (foundRoot !== root) {
    throw new IngestFailure(
      'damaged_file',
      `The file is a ZIP archive, but not one that Office would write as .${extension}. Save it again as .${extension}.`,
    );
  }
  const properties = relations.find(({ type }) => type === 'core-properties')?.part ?? 'docProps/core.xml';
  return { archive, mainPart, properties: fileProperties(read(properties)), relationsOf, visit };
}

/**
 * Word, Excel and PowerPoint write an encrypted file in the container of their older formats, under the new extension.
 *
 * @param extension The usual extension of such a file, without the dot.
 * @throws {IngestFailure} When the file is such a container: `password_required` for an encrypted file,
 * `unsupported_file_type` for one of an older format.
 * @see [MS-OFFCRYPTO] 2.3.4.4: the stream is named EncryptedPackage, in UTF-16 as all names of the container.
 */
function refuseOleFile(bytes: Uint8Array, extension: string): void {
  if (signatureOf(bytes) !== 'a legacy Office file') return;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  throw buffer.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? asksForPassword()
    : new IngestFailure(
        'unsupported_file_type',
        `The file is of an older Office format, whatever its name says. Save it as .${extension} and send it again.`,
      );
}

/** The id by which an element references another part: the attribute `id` of the relationships' namespace. */
export function relationIdOf(attributes: Readonly<Record<string, string>>): string | undefined {
  const { id: _, ...prefixed } = attributes;
  return attributeNamed(prefixed, 'id');
}
