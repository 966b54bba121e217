import { IngestFailure } from '../../../../errors.ts';
import { signatureOf } from '../../file-signature.ts';
import { asksForPassword } from '../zip-archive.ts';

/**
 * Word, Excel and PowerPoint write an encrypted file in the container of their older formats, under the new extension.
 *
 * @param extension The usual extension of such a file, without the dot.
 * @throws {IngestFailure} When the file is such a container: `password_required` for an encrypted file,
 * `unsupported_file_type` for one of an older format.
 * @see [MS-OFFCRYPTO] 2.3.4.4: the stream is named EncryptedPackage, in UTF-16 as all names of the container.
 */
export function refuseOleFile(bytes: Uint8Array, extension: string): void {
  if (signatureOf(bytes) !== 'a legacy Office file') return;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  throw buffer.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? asksForPassword()
    : new IngestFailure(
        'unsupported_file_type',
        `The file is of an older Office format, whatever its name says. Save it as .${extension} and send it again.`,
      );
}
