import { existsSync, readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
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
    const anchors = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      String(title)
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(anchors, annotations.runbook).toContain(anchor);
  }
});

test("Prometheus' settings read the rules and every process", () => {
  const settings = load(readFileSync('ops/prometheus/prometheus.yml', 'utf8'));
  expect(settings).toMatchObject({ rule_files: ['alerts.yml'], scrape_configs: [{ job_name: 'liftoff' }] });
});
