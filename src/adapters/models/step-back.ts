import { setPriority } from 'node:os';

/** Of 19. */
const NICENESS = 10;

/** Leaves the processors to requests and ingests, as far as these need them. For a thread of its own, and what it starts. */
export function stepBack(): void {
  // Elsewhere the priority would be that of the whole process.
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // A sandbox may forbid it.
  }
}
