/** How a server's memory grows with the requests that it has answered. Linux only. */
import { readFileSync } from 'node:fs';
import { parseExposition } from '../../test/exposition-parser.ts';
import type { ServerProcess } from '../../test/server-process.ts';
import { rssMb, tree } from '../process-figures.ts';

const REQUESTS_PER_POINT = 1_000;
const BYTES_PER_MB = 2 ** 20;
const WIDTH = 10;
/** Of the server alone, where the curve ends, and how fast it may rise in its second half. */
const SERVER_MB_MAX = 400;
const SLOPE_MAX = 5;

interface Point {
  readonly requests: number;
  /** Resident: of the server, and of its children together. */
  readonly serverMb: number;
  readonly childrenMb: number;
  readonly children: number;
  /** Of the server, as V8 says. */
  readonly heapUsedMb: number;
  readonly heapMb: number;
  readonly externalMb: number;
  /** What the server holds by then: documents, passages. */
  readonly documents: number;
  readonly chunks: number;
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
      const point = await pointOf(server, requests());
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

async function pointOf({ pid, url }: ServerProcess, requests: number): Promise<Point> {
  const metrics = parseExposition(await (await fetch(`${url}/metrics`)).text());
  const figure = (name: string) => metrics.get(name) ?? 0;
  const megabytes = (name: string) => Math.round(figure(name) / BYTES_PER_MB);
  const serverMb = Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
  );
  return {
    requests,
    serverMb,
    childrenMb: Math.max(0, rssMb(pid) - serverMb),
    children: tree(pid).length - 1,
    heapUsedMb: megabytes('nodejs_heap_size_used_bytes'),
    heapMb: megabytes('nodejs_heap_size_total_bytes'),
    externalMb: megabytes('nodejs_external_memory_bytes'),
    documents: figure('docent_indexed_documents'),
    chunks: figure('docent_indexed_chunks'),
  };
}

/** MB a request, by least squares. */
function slopeOf(points: readonly Point[]): number {
  const mean = (of: (point: Point) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(({ requests }) => requests), mean(({ serverMb }) => serverMb)];
  const covariance = mean(({ requests, serverMb }) => (requests - x) * (serverMb - y));
  return covariance / mean(({ requests }) => (requests - x) ** 2);
}
