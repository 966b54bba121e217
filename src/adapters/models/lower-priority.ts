import { setPriority } from 'node:os';

/** Of 19. */
const NICENESS = 10;

/** Lowers a thread's priority, so that requests and ingests come first. For a dedicated thread and its children. */
export function lowerPriority(): void {
  // Elsewhere this would change the priority of the whole process.
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // A sandbox may forbid it.
  }
}
