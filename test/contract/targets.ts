/** Addresses that no document is ever downloaded from, each plainly so. */
export const blocked: readonly string[] = [
  'http://10.1.2.3/a.txt',
  'http://172.16.0.1/a.txt',
  'http://172.31.255.254/a.txt',
  'http://192.168.1.1/a.txt',
  'http://127.0.0.1:8000/a.txt',
  'http://127.8.9.10/a.txt',
  'http://2130706433/a.txt',
  'http://0x7f.1/a.txt',
  'http://localhost/a.txt',
  'http://localhost./a.txt',
  'http://[::1]/a.txt',
  'http://[::ffff:127.0.0.1]/a.txt',
  'http://[fe80::1]/a.txt',
  'http://169.254.169.254/latest/meta-data/',
  'http://metadata.google.internal/computeMetadata/v1/',
];
