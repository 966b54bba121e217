export const BOUNDARY = 'fuzz-boundary';

export function filePart(text: string, name: string): string {
  return `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/markdown\r\n\r\n${text}`;
}

export function fieldPart(name: string, value: string): string {
  return `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
}

export function formOf(parts: readonly string[]): Buffer {
  return Buffer.from(`${parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('')}--${BOUNDARY}--\r\n`);
}
