import type { BlockList } from 'node:net';
import type { EndedStatement } from '#lib/server/db/index.ts';
import type { GaugeSources } from './refresh-gauges.ts';
import { observeRequests, type RequestObserver } from './request-observer.ts';
import type { TelemetrySettings } from './settings.ts';

/** Figures for Prometheus and traces for OpenTelemetry, as far as they are set up. */
export interface Telemetry {
  requestObserver: RequestObserver;
  onStatement(statement: EndedStatement): void;
  /** One-time codes of the sign-in. */
  onOtp(outcome: 'sent' | 'verified' | 'wrong'): void;
  /** An attempt to deliver a message. */
  onDelivery(medium: string, outcome: string): void;
  /** Serves the figures on their port. Rejects where it is in use. */
  serve(sources: GaugeSources): Promise<void>;
  /** Exports the last traces and closes the port. */
  close(): Promise<void>;
}

/** Loads what is set up. Returns null where nothing is, and then no request does any work for it. */
export async function openTelemetry(
  { metrics: place, traces }: TelemetrySettings,
  trustedProxies: BlockList,
): Promise<Telemetry | null> {
  if (!place && !traces) return null;
  const metrics = place ? (await import('./metrics.ts')).createMetrics() : null;
  const tracing = traces ? (await import('./tracing.ts')).startTracing(traces, trustedProxies) : null;
  let stopServing = () => {};
  return {
    requestObserver: observeRequests(metrics, tracing),
    onStatement(statement) {
      metrics?.statementDuration.observe(statement.milliseconds / 1000);
      if (statement.hasFailed) metrics?.statementErrors.inc();
      tracing?.recordStatement(statement);
    },
    onOtp: (outcome) => metrics?.otps.inc({ outcome }),
    onDelivery: (medium, outcome) => metrics?.messages.inc({ medium, outcome }),
    async serve(sources) {
      if (!place || !metrics) return;
      const [{ serveMetrics }, { createGaugeRefresh }] = await Promise.all([
        import('./metrics-server.ts'),
        import('./refresh-gauges.ts'),
      ]);
      stopServing = await serveMetrics({ ...place, metrics, refresh: createGaugeRefresh(metrics, sources) });
    },
    async close() {
      stopServing();
      await tracing?.close();
    },
  };
}
