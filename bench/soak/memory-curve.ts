/** How a server's memory grows with the requests that it has answered. Linux only. */
import type { ServerProcess } from '../../test/server-process.ts';
import { memoryOf } from '../server-figures.ts';

const REQUESTS_PER_POINT = 1_000;
const WIDTH = 10;
/** Of the server alone, where the curve ends, and how fast it may rise in its second half. */
const SERVER_MB_MAX = 400;
const SLOPE_MAX = 5;

interface Point extends Awaited<ReturnType<typeof memoryOf>> {
  readonly requests: number;
}

const COLUMNS: readonly (readonly [heading: string, figure: keyof Point])[] = [
  ['requests', 'requests'],
  ['server', 'serverMb'],
  ['used', 'heapUsedMb'],
  ['heap', 'heapMb'],
  ['external', 'externalMb'],
  ['children', 'childrenMb'],
  ['number', 'children'],
  ['documents', 'documents'],
  ['chunks', 'chunks'],
];

export const CURVE_HEADINGS = COLUMNS.map(([heading]) => heading.padStart(WIDTH)).join('');

export function createMemoryCurve(server: ServerProcess, requests: () => number) {
  const points: Point[] = [];

  return {
    /** Prints a line, and keeps it for `faults`, when enough requests were sent since the last one. */
    async sample(): Promise<void> {
      if (requests() < (points.at(-1)?.requests ?? -REQUESTS_PER_POINT) + REQUESTS_PER_POINT) return;
      const point = { requests: requests(), ...(await memoryOf(server)) };
      points.push(point);
      console.log(COLUMNS.map(([, figure]) => String(point[figure]).padStart(WIDTH)).join(''));
    },
    /** @returns What is wrong with it. */
    faults(): string[] {
      const last = points.at(-1)!;
      const slope = slopeOf(points.slice(Math.floor(points.length / 2))) * 10_000;
      const grown = `${slope.toFixed(1)} MB for each 10,000 requests in the second half`;
      console.log(`\nserver: ${last.serverMb} MB after ${last.requests} requests, ${grown}`);
      return [
        ...(last.serverMb > SERVER_MB_MAX ? [`the server takes ${last.serverMb} MB`] : []),
        ...(slope > SLOPE_MAX ? [`the server grows by ${grown}`] : []),
      ];
    },
  };
}

/** MB for each request, by linear regression. */
function slopeOf(points: readonly Point[]): number {
  const mean = (of: (point: Point) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(({ requests }) => requests), mean(({ serverMb }) => serverMb)];
  const covariance = mean(({ requests, serverMb }) => (requests - x) * (serverMb - y));
  return covariance / mean(({ requests }) => (requests - x) ** 2);
}
