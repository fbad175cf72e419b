/** Where figures and traces of this process can be read (docs/operations.md). */
export interface TelemetrySettings {
  /** The address of Prometheus' figures; null where nobody reads them. */
  metrics: { host: string; port: number } | null;
  /** The collector that gets traces; null without one. */
  traces: TraceSettings | null;
}

export interface TraceSettings {
  /** The base address of a collector of OpenTelemetry, which listens for JSON at `/v1/traces` below it. */
  endpoint: string;
  /** The share of requests that are traced, from 1 to 100. A request that a proxy traces is always traced. */
  samplePercent: number;
}

/** The part of the environment's reader that these settings need. */
interface Reader {
  integer(name: string, fallback: number, min: number, max: number): number;
  url(name: string, protocols: readonly string[]): string | null;
}

/** Reads `METRICS_…` and `OTEL_…`. */
export function readTelemetrySettings(read: Reader, host: string | undefined): TelemetrySettings {
  const port = read.integer('METRICS_PORT', 0, 0, 65535);
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const samplePercent = read.integer('OTEL_SAMPLE_PERCENT', 100, 1, 100);
  return {
    metrics: port ? { host: host || '127.0.0.1', port } : null,
    traces: endpoint === null ? null : { endpoint, samplePercent },
  };
}
