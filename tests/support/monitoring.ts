import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';

interface AlertRule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

/** Returns the alert rules of `ops/prometheus/alerts.yml`. */
export function readAlertRules(): AlertRule[] {
  const { groups } = load(readFileSync('ops/prometheus/alerts.yml', 'utf8')) as {
    groups: { rules: AlertRule[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

/** Returns the queries of the dashboard and of the alert rules. */
export function readQueries(): string[] {
  const { panels } = JSON.parse(readFileSync('ops/grafana/liftoff.json', 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const ofPanels = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  return [...ofPanels, ...readAlertRules().map(({ expr }) => expr)];
}

/** Returns the names of the figures that queries read, but for `up`, which Prometheus makes itself. */
export function figuresIn(queries: readonly string[]): string[] {
  const names = queries.flatMap((query) => query.match(/\b(?:liftoff|nodejs|process)_\w+/g) ?? []);
  return [...new Set(names)].sort();
}
