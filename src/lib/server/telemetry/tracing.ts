import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { type CurrentRequest, findRequest } from '#lib/server/current-request.ts';
import type { EndedStatement } from '#lib/server/db/index.ts';
import { isTrusted } from '#lib/server/http/client-address.ts';
import type { TraceSettings } from './settings.ts';

interface AnsweredRequest {
  route: string;
  method: string;
  status: number | 'aborted';
}

/** Exports a span of each request and of its statements. */
export interface Tracing {
  /** Begins the span of a request, which `end` exports. */
  startRequest(request: CurrentRequest, req: IncomingMessage): { end(answered: AnsweredRequest): void };
  /** Adds a statement to the request that has run it. Statements of background tasks are not traced. */
  recordStatement(statement: EndedStatement): void;
  close(): Promise<void>;
}

const maxTextLength = 2_000;

/**
 * Starts to export traces. They have routes and the text of statements, which has placeholders for values, so nothing of a person
 * leaves the process (C-40). Spans that the collector does not take are dropped.
 */
export function startTracing(settings: TraceSettings, trustedProxies: BlockList): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'liftoff' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.samplePercent / 100) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${settings.endpoint.replace(/\/$/, '')}/v1/traces` }),
      }),
    ],
  });
  const tracer = provider.getTracer('liftoff');
  return {
    startRequest(request, req) {
      const attributes = { 'liftoff.request_id': request.id };
      const span = tracer.startSpan(
        'request',
        { kind: SpanKind.SERVER, attributes },
        parentOf(req, trustedProxies),
      );
      if (span.isRecording()) request.trace = trace.setSpan(ROOT_CONTEXT, span);
      return {
        end({ route, method, status }) {
          span.updateName(`${method} ${route}`);
          span.setAttributes({ 'http.route': route, 'http.request.method': method });
          if (status === 'aborted') span.setAttribute('error.type', 'aborted');
          else span.setAttribute('http.response.status_code', status);
          if (typeof status === 'number' && status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    recordStatement({ text, milliseconds, hasFailed }) {
      const parent = findRequest()?.trace;
      if (!parent) return;
      const end = performance.timeOrigin + performance.now();
      const span = tracer.startSpan(
        /^(?:\/\*.*?\*\/|\s)*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement',
        {
          kind: SpanKind.CLIENT,
          startTime: end - milliseconds,
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, maxTextLength) },
        },
        parent as Context,
      );
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
    close: () => provider.shutdown().catch(() => undefined),
  };
}

/** Returns the trace that one of our own proxies has begun. What a visitor sends is ignored. */
function parentOf({ headers, socket }: IncomingMessage, trustedProxies: BlockList): Context {
  const { traceparent } = headers;
  const isOurs = typeof traceparent === 'string' && isTrusted(socket.remoteAddress ?? '', trustedProxies);
  const parent = isOurs ? parseTraceParent(traceparent) : null;
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}
