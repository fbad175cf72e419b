import { existsSync, readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import type { PageCache } from '#lib/server/cache/page-cache.ts';
import type { Db } from '#lib/server/db/index.ts';
import { createMetrics } from '#lib/server/telemetry/metrics.ts';
import { createGaugeRefresh } from '#lib/server/telemetry/refresh-gauges.ts';
import { readAnchors } from '../support/headings.ts';
import { listUnpaired } from '../support/label-sets.ts';
import { figuresIn, readAlertRules, readQueries } from '../support/monitoring.ts';

/** Grafana fills these in before Prometheus reads the query. */
const withoutVariables = (query: string) => query.replaceAll('$__rate_interval', '5m');

test('every query of the dashboard and of the alerts is PromQL', () => {
  const queries = readQueries().map(withoutVariables);
  expect(queries.length).toBeGreaterThan(30);
  for (const query of queries) {
    const broken: number[] = [];
    parser.parse(query).iterate({ enter: ({ type, from }) => void (type.isError && broken.push(from)) });
    expect(broken, query).toEqual([]);
  }
  expect(figuresIn(queries).length).toBeGreaterThan(10);
});

test('every alert says whom it wakes and which page of the runbook helps, and the page exists', () => {
  const rules = readAlertRules();
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, labels, annotations } of rules) {
    expect(['page', 'ticket'], alert).toContain(labels.severity);
    expect(annotations.summary, alert).toMatch(/\.$/);
    const [file = '', anchor = ''] = annotations.runbook.split('#');
    expect(existsSync(file), annotations.runbook).toBe(true);
    expect(readAnchors(file), annotations.runbook).toContain(anchor);
  }
});

test("Prometheus' settings read the rules and every process", () => {
  const settings = load(readFileSync('ops/prometheus/prometheus.yml', 'utf8'));
  expect(settings).toMatchObject({ rule_files: ['alerts.yml'], scrape_configs: [{ job_name: 'liftoff' }] });
});

test('what a query combines has the same labels on both sides, or nothing would ever match', () => {
  expect(listUnpaired('liftoff_outbox_lag_seconds > 1 and liftoff_ready{check="process"} == 0')).toHaveLength(
    1,
  );
  for (const query of readQueries().map(withoutVariables)) expect(listUnpaired(query), query).toEqual([]);
});

test('figures that an alert divides are 0 before something is counted', async () => {
  const text = await createMetrics().registry.metrics();
  for (const outcome of ['sent', 'verified', 'wrong']) expect(text).toContain(`{outcome="${outcome}"} 0`);
});

test.each([
  ['ok', 1],
  ['read-only', 1],
  ['late', 0],
  ['unavailable', 0],
])('a database that is %s counts as reached: %s', async (database, reached) => {
  const metrics = createMetrics();
  const refresh = createGaugeRefresh(metrics, {
    db: {} as Db,
    pages: { size: { pages: 0, bytes: 0 }, requests: {} } as PageCache,
    checkReadiness: async () => ({
      is_ready: false,
      database,
      migrations: null,
      media: 'ok',
      outbox_lag_seconds: null,
    }),
  });
  await refresh();
  expect(await metrics.registry.metrics()).toContain(`liftoff_ready{check="database"} ${reached}\n`);
});
