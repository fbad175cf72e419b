import { dateTimeText, periodText } from '#lib/domain/core/time-text.ts';

/** Adds the time in the zone of a visitor's browser to the times of events. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-event-zone]')) {
  const { eventZone = '', endsAt } = time.dataset;
  const startsAt = time.dateTime;
  time.textContent = endsAt
    ? periodText({ startsAt, endsAt }, eventZone, timeZone)
    : dateTimeText(new Date(startsAt), eventZone, timeZone);
}
