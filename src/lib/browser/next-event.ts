const apiBase = import.meta.env.PUBLIC_API_BASE_URL ?? '';

/** The next event as a teaser shows it. */
export interface NextEvent {
  slug: string;
  title: string;
  startsAt: string;
  endsAt: string;
  timeZone: string;
}

/**
 * Asks for the next event that takes people, of a programme or of all. Returns null without one. It does not use the API client,
 * which would be a third of the page's script. [API-20]
 */
export async function fetchNextEvent(programType: string): Promise<NextEvent | null> {
  const query = new URLSearchParams({ limit: '5', ...(programType && { program_type: programType }) });
  try {
    const response = await fetch(`${apiBase}/api/v1/live-events/?${query}`);
    const { results } = (await response.json()) as { results: WireEvent[] };
    const next = results.find(({ registration }) => registration.open);
    if (!next) return null;
    const { slug, title, starts_at: startsAt, ends_at: endsAt, time_zone: timeZone } = next;
    return { slug, title, startsAt, endsAt, timeZone };
  } catch {
    return null;
  }
}

interface WireEvent {
  slug: string;
  title: string;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  registration: { open: boolean };
}
