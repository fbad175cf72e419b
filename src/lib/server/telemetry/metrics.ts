import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';

/** The figures of this process. Every label has few values, whatever visitors send. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Seconds. Requests that wait for the database take milliseconds, and those that wait for a provider seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the figures that are counted when something happens. `Gauges` has those that are read when Prometheus asks. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const otps = new Counter({
    name: 'liftoff_otp_total',
    help: 'One-time codes of the sign-in that were sent, verified and wrong.',
    labelNames: ['outcome'],
    registers,
  });
  // Without a 0, the share of codes that are used would be unknown while none is.
  for (const outcome of ['sent', 'verified', 'wrong']) otps.inc({ outcome }, 0);
  return {
    registry,
    requests: new Counter({
      name: 'liftoff_http_requests_total',
      help: 'Requests that were answered. The route is a pattern. The status is "aborted" where the client went away.',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    requestDuration: new Histogram({
      name: 'liftoff_http_request_duration_seconds',
      help: 'Time until the answer has left the process. Files and cached pages are not timed.',
      labelNames: ['route', 'method'],
      buckets,
      registers,
    }),
    statementDuration: new Histogram({
      name: 'liftoff_database_statement_duration_seconds',
      help: 'Time that statements take, without the wait for a connection.',
      buckets,
      registers,
    }),
    statementErrors: new Counter({
      name: 'liftoff_database_statement_errors_total',
      help: 'Statements that failed, also for a reason that the code expects.',
      registers,
    }),
    otps,
    messages: new Counter({
      name: 'liftoff_messages_total',
      help: 'Attempts to deliver a message, by outcome: sent, refused for good, failed, uncertain or paused.',
      labelNames: ['medium', 'outcome'],
      registers,
    }),
  };
}

/** Creates the figures that `refresh` reads when Prometheus asks. */
export function createGauges({ registry }: Metrics) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `liftoff_${name}`, help, labelNames, registers: [registry] });
  return {
    ready: gauge('ready', 'What /health/ready/ says: 1 or 0 for the process and for each of its checks.', [
      'check',
    ]),
    outbox: gauge('outbox_messages', 'Messages that wait: due, queued for later, or held for a digest.', [
      'state',
    ]),
    outboxLag: gauge('outbox_lag_seconds', 'How late the oldest message is.'),
    poolConnections: gauge('database_pool_connections', 'Connections to PostgreSQL.', ['state']),
    poolMax: gauge('database_pool_max_connections', 'Connections to PostgreSQL that the process may have.'),
    poolWaiting: gauge('database_pool_waiting', 'Callers that wait for a connection to PostgreSQL.'),
    pageCachePages: gauge('page_cache_pages', 'Pages in the page cache.'),
    pageCacheBytes: gauge('page_cache_bytes', 'Bytes of the pages in the page cache.'),
    pageCacheRequests: new Counter({
      name: 'liftoff_page_cache_requests_total',
      help: 'Requests for pages that may be cached: hit, miss, or joined where another request was rendering the page.',
      labelNames: ['result'],
      registers: [registry],
    }),
  };
}
