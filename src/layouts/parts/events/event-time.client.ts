import { periodText } from '#lib/domain/core/time-text.ts';

/** Adds the time in the zone of a visitor's browser to the times of events. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-event-zone]')) {
  const { eventZone = '', endsAt = '' } = time.dataset;
  time.textContent = periodText({ startsAt: time.dateTime, endsAt }, eventZone, timeZone);
}
