import { type CLSMetric, type INPMetric, type LCPMetric, onCLS, onINP, onLCP } from 'web-vitals';
import { track } from '#lib/browser/event-queue.ts';

/** Tracks the web vitals of a real visit, each once it is final. */
export function trackWebVitals(): void {
  const report = ({ name, value, rating }: CLSMetric | INPMetric | LCPMetric) =>
    track('web_vital_measured', {
      metric: name,
      value: name === 'CLS' ? Math.round(value * 1000) / 1000 : Math.round(value),
      rating,
    });
  for (const observe of [onCLS, onINP, onLCP]) observe(report);
}
