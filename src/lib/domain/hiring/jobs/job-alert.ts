import {
  familyLabels,
  type JobFamily,
  type JobLevel,
  levelLabels,
  type WorkMode,
  workModeLabels,
} from './job.ts';
import { countText } from './job-text.ts';
import { formatPayInput } from './pay-input.ts';

/** Searches whose new jobs a candidate gets by email. */

/** Maximum number of alerts of one person. */
export const maxJobAlerts = 10;

interface Filters {
  search?: string | undefined;
  family?: JobFamily | undefined;
  level?: JobLevel | undefined;
  workMode?: WorkMode | undefined;
  city?: string | undefined;
  minPay?: string | undefined;
}

/** `Voice support · Pune · from ₹3,00,000 a year`; `All jobs` without any filter. */
export function jobSearchText({ search, family, level, workMode, city, minPay }: Filters): string {
  const parts = [
    search && `“${search}”`,
    family && familyLabels[family],
    level && levelLabels[level],
    workMode && workModeLabels[workMode],
    city,
    minPay && `from ₹${formatPayInput(Number(minPay))} a year`,
  ];
  return parts.filter(Boolean).join(' · ') || 'All jobs';
}

/** `3 new jobs for you` */
export const newJobsText = (count: number): string => `${countText(count, 'new job')} for you`;
