/** A span's attributes, by the names of OpenTelemetry's semantic conventions. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Where spans go; absent unless traces are on. */
export interface Tracing {
  /** Begins the span of a request that came with these headers, and runs `next` in it. */
  serve(
    request: { method: string; route: string | undefined; headers: Readonly<Record<string, unknown>> },
    attributes: SpanAttributes,
    next: () => void,
  ): { end(status: number): void };
  /** Runs `work` in a span below the present one. */
  span<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
  /** Begins the span of a call to another server, which is to get these headers (W3C Trace Context). */
  call(name: string, attributes: SpanAttributes): OpenCall;
}

export interface OpenCall {
  readonly headers: Readonly<Record<string, string>>;
  /** Only the first end counts. */
  end(outcome: { status: number } | { error: unknown }): void;
}

let tracing: Tracing | undefined;

/** From now on spans are recorded; by none where there is no tracing. */
export function setTracing(used: Tracing | undefined): void {
  tracing = used;
}

/** The tracing that is on; undefined when traces are off, which costs nothing else. */
export function currentTracing(): Tracing | undefined {
  return tracing;
}
