import { figuresIn, readQueries } from '../../support/monitoring.ts';
import { findPostgres, startPostgres } from '../../support/postgres.ts';
import { freePort, type ServerProcess, startServer } from '../../support/server-process.ts';
import { startTraceCollector } from '../../support/trace-collector.ts';
import { expect, test } from '../support/test.ts';

const phone = '9876543210';

/** Sends a request as a page of the site does, and reads the answer. */
async function call(server: ServerProcess, path: string, init: RequestInit = {}): Promise<number> {
  const headers = { origin: server.url, 'content-type': 'application/json', ...init.headers };
  const response = await fetch(server.url + path, { ...init, headers });
  await response.arrayBuffer();
  return response.status;
}

test('[C-40] figures and traces: bounded labels on a port of their own, every name of the dashboard and the alerts, statements below their request, nothing of a person', async () => {
  test.setTimeout(180_000);
  const collector = await startTraceCollector();
  const postgres = findPostgres() ? await startPostgres() : null;
  const metricsPort = String(await freePort());
  const server = await startServer({
    METRICS_PORT: metricsPort,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    ...(postgres && { DATABASE_URL: postgres.url }),
  });
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
  for (const path of ['/', '/no-such-page/?secret=1', '/moonshot/jobs/', '/moonshot/jobs/', '/%'])
    await call(server, path);
  expect(await call(server, '/api/v1/moonshot/jobs/', { headers: { traceparent } })).toBe(200);
  expect(await call(server, '/api/v1/live-events/no-such-event/')).toBe(404);
  const body = JSON.stringify({ country_iso_code: 'IN', phone });
  expect(await call(server, '/api/v1/auth/login/request-otp/', { method: 'POST', body })).toBe(200);
  // A visitor can send any method.
  expect(await call(server, '/api/v1/moonshot/jobs/', { method: 'PURGE' })).toBe(405);

  // What visitors reach knows nothing of the figures.
  expect(await call(server, '/metrics')).toBe(404);
  const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const has = (line: string) => expect.poll(scrape).toContain(`${line}\n`);
  await has('liftoff_http_requests_total{route="file",method="GET",status="200"} 1');
  await has('liftoff_http_requests_total{route="/moonshot/jobs",method="GET",status="200"} 1');
  await has('liftoff_http_requests_total{route="cached page",method="GET",status="200"} 1');
  await has('liftoff_http_requests_total{route="/api/v1/moonshot/jobs/",method="GET",status="200"} 1');
  await has(
    'liftoff_http_requests_total{route="/api/v1/live-events/{idOrSlug}/",method="GET",status="404"} 1',
  );
  await has('liftoff_http_requests_total{route="unmatched",method="other",status="405"} 1');
  await has('liftoff_page_cache_requests_total{result="hit"} 1');
  await has('liftoff_page_cache_requests_total{result="miss"} 1');
  await has('liftoff_otp_total{outcome="sent"} 1');
  await has('liftoff_messages_total{medium="SMS",outcome="sent"} 1');
  await has('liftoff_ready{check="database"} 1');
  await has('liftoff_outbox_messages{state="due"} 0');
  const text = await scrape();
  expect(text).not.toMatch(/no-such|secret|9876543210/);
  const wanted = figuresIn(readQueries()).filter((name) => postgres || !name.includes('_pool_'));
  expect(wanted.filter((name) => !new RegExp(`^${name}[ {]`, 'm').test(text))).toEqual([]);

  expect(await server.stop()).toBe(0);
  await postgres?.remove();
  const { spans, bodies } = collector;
  const jobs = spans.find(({ name }) => name === 'GET /api/v1/moonshot/jobs/');
  expect(jobs).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === jobs?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    expect([statement.traceId, statement.name]).toEqual([traceId, expect.stringMatching(/^(select|with)$/)]);
    expect(JSON.stringify(statement.attributes)).toMatch(/db\.query\.text.+ from /);
  }
  expect(spans.map(({ name }) => name)).toContain('POST /api/v1/auth/login/request-otp/');
  expect(bodies.join('')).not.toMatch(/no-such|secret|9876543210/);
  collector.close();
});
