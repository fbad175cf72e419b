import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { addDays, instantOf, localDate } from '#lib/domain/core/zoned-time.ts';
import type { CertificateRow } from './certificate-rows.ts';

/** For `Astro.cache.set`. */
export interface CertificateCache {
  /** Seconds. */
  maxAge: number;
  tags: string[];
}

const maxAge = 60;

/**
 * Returns for how long the answers about a certificate may be cached: at most until the day ends in India, when it may expire.
 * The trigger of migration 103 removes them at every write.
 */
export function certificateCache({
  shortUuid,
  now,
}: Pick<CertificateRow, 'shortUuid' | 'now'>): CertificateCache {
  const tomorrow = addDays(localDate(now, defaultTimeZone), 1);
  const left = (instantOf(tomorrow, '00:00', defaultTimeZone).getTime() - now.getTime()) / 1000;
  return { maxAge: Math.min(maxAge, Math.floor(left)), tags: [`certificate:${shortUuid}`] };
}

/** The same for the status lists, which change with any certificate. */
export const statusListCache: CertificateCache = { maxAge, tags: ['certificates'] };
