import { periodText } from '#lib/domain/core/time-text.ts';

const apiBase = import.meta.env.PUBLIC_API_BASE_URL ?? '';

interface WireEvent {
  slug: string;
  title: string;
  program_type: string | null;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  registration: { open: boolean };
}

/** Names the next event in a teaser. The text has room for two lines, so that nothing moves. Nothing changes without one. */
export async function showNextEvent(teaser: HTMLElement): Promise<void> {
  const programType = teaser.dataset.nextEvent ?? '';
  const next = await findNextEvent(programType).catch(() => null);
  const text = teaser.querySelector('[data-next-event-text]');
  if (!next || !text) return;
  // The list of the programme has no event that takes people.
  if (programType && next.program_type !== programType)
    teaser.querySelector('a')?.setAttribute('href', '/events/');
  const link = document.createElement('a');
  link.className = 'link';
  link.href = `/events/${next.slug}/`;
  link.textContent = next.title;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const period = { startsAt: next.starts_at, endsAt: next.ends_at };
  text.replaceChildren('Next: ', link, `, ${periodText(period, next.time_zone, timeZone)}`);
}

/**
 * Finds the next event that takes people: one of the programme, or one for everybody where the programme has none. Without a
 * programme any event fits. [API-20]
 */
export async function findNextEvent(programType: string): Promise<WireEvent | undefined> {
  const [own] = await listOpen(programType);
  if (own || !programType) return own;
  return (await listOpen('')).find((event) => event.program_type === null);
}

/** Lists the next events that take people. It does not use the API client, which would be a third of the page's script. */
async function listOpen(programType: string): Promise<WireEvent[]> {
  const query = new URLSearchParams({ limit: '20', ...(programType && { program_type: programType }) });
  const response = await fetch(`${apiBase}/api/v1/live-events/?${query}`);
  const { results } = (await response.json()) as { results: WireEvent[] };
  return results.filter(({ registration }) => registration.open);
}
