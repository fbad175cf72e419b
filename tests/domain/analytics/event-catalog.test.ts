import { expect, expectTypeOf, test } from 'vitest';
import type { EventProperties } from '#lib/contract/analytics/event-catalog.ts';
import {
  isVisitSampled,
  pageOfPath,
  programOfPage,
  removePersonalData,
} from '#lib/domain/analytics/visit.ts';
import { renderEventDocs } from '../../support/event-docs.ts';

test('[TRACK-03] docs/events.md lists the catalogue; `npx vitest -u` writes it', async () => {
  await expect(renderEventDocs()).toMatchFileSnapshot('../../../docs/events.md');
});

test('[AUTH-24] a failure must have its three properties', () => {
  expectTypeOf<EventProperties<'auth otp verify failure'>>().toMatchObjectType<{
    readonly error_code: string | null;
    readonly error_message: string;
    readonly http_status_code: number | null;
  }>();
  // @ts-expect-error: a failure without its code is a type error
  const incomplete: EventProperties<'auth otp verify failure'> = { initial_intent: 'LOGIN', intent: 'LOGIN' };
  expect(incomplete).not.toHaveProperty('error_code');
});

test.each([
  ['/', '/'],
  ['/programs/embark-pro/', '/programs/embark-pro/'],
  ['/moonshot/jobs/', '/moonshot/jobs/'],
  ['/portfolios/asha-verma/', '/portfolios/*'],
  ['/callback/LF-1234/secret-key/', '/callback/*'],
  ['/account/', '/account/'],
  ['/moonshot/applications/0192f3c4/', '/moonshot/*'],
  ['/shortlist/secret/', '/*'],
  ['/asha@example.com/', '/*'],
])('[TRACK-03] the address %s is stored as %s, without names and keys', (path, page) => {
  expect(pageOfPath(path)).toBe(page);
});

test('a page of a programme names it, its list does not', () => {
  expect(programOfPage('/programs/embark-pro/')).toBe('embark-pro');
  expect(programOfPage('/programs/')).toBeNull();
});

test('[TRACK-03] a visit is in the sample whole or not at all, in about the share that is set', () => {
  const ids = Array.from({ length: 2000 }, () => crypto.randomUUID());
  expect(ids.every((id) => isVisitSampled(id, 100))).toBe(true);
  const share = ids.filter((id) => isVisitSampled(id, 25)).length / ids.length;
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.3);
});

test('[TRACK-03] texts lose what looks like an email address or a phone number', () => {
  expect(removePersonalData('Mail asha@example.com or call +91 98765 43210 now')).toBe(
    'Mail … or call … now',
  );
  expect(removePersonalData('Too many requests. Try again in 3552 s.')).toBe(
    'Too many requests. Try again in 3552 s.',
  );
});
