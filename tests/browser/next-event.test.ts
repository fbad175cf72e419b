import { afterEach, expect, it, vi } from 'vitest';
import { findNextEvent } from '#lib/browser/next-event.ts';

afterEach(() => vi.unstubAllGlobals());

const events = [
  { slug: 'pro', program_type: 'EMBARK_PRO', registration: { open: true } },
  { slug: 'closed', program_type: 'PM_LAUNCHPAD_CORE', registration: { open: false } },
  { slug: 'closed-for-all', program_type: null, registration: { open: false } },
  { slug: 'for-all', program_type: null, registration: { open: true } },
];

it.each([
  ['EMBARK_PRO', events, 'pro'],
  // Its only event takes nobody, and another programme's event does not fit.
  ['PM_LAUNCHPAD_CORE', events, 'for-all'],
  ['CAREER_ACCELERATOR_PROGRAM', events.slice(0, 3), undefined],
  ['', events, 'pro'],
  ['', [], undefined],
])('[API-20] the teaser of “%s” names an event that fits', async (programType, listed, slug) => {
  vi.stubGlobal('fetch', async (address: string) => {
    const type = new URL(address, 'https://localhost').searchParams.get('program_type');
    return Response.json({ results: listed.filter((one) => !type || one.program_type === type) });
  });
  expect((await findNextEvent(programType))?.slug).toBe(slug);
});
