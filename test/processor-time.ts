import { readFileSync } from 'node:fs';

/** `USER_HZ` of proc(5): 100 on every platform that Node supports. */
const TICKS_PER_SECOND = 100;

/** Milliseconds of the processor that the work takes in this process: on a busy machine those of the clock say nothing. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Of this process and of those that it started, once they have ended; where there is no `/proc`, of this one. */
export function processorSeconds(): number {
  try {
    const [, fields] = readFileSync('/proc/self/stat', 'utf8').split(') ');
    const ticks = fields!.split(' ').slice(11, 15).map(Number);
    return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}
