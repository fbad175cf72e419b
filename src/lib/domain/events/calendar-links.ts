interface CalendarEntry {
  title: string;
  summary: string;
  startsAt: string;
  endsAt: string;
  mode: string;
  venue: string | null;
}

/** Returns the links that add an event to the calendar of a provider. `pageUrl` is the full address of the event. */
export function calendarLinks(
  { title, summary, startsAt, endsAt, mode, venue }: CalendarEntry,
  pageUrl: string,
): { label: string; href: string }[] {
  const details = `${summary}\n\n${pageUrl}`;
  const location = mode === 'ONLINE' ? 'Online' : (venue ?? '');
  const compact = (instant: string) => `${instant.replace(/[-:]/g, '').slice(0, 15)}Z`;
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(startsAt)}/${compact(endsAt)}`,
    details,
    location,
  });
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: startsAt,
    enddt: endsAt,
    body: details,
    location,
  });
  return [
    { label: 'Google Calendar', href: `https://calendar.google.com/calendar/render?${google}` },
    { label: 'Outlook', href: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}` },
  ];
}
