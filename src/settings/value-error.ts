/** Invalid settings. The message lists each one, its value and the values it accepts. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}
