import { staffAppointmentRoutes } from '#lib/contract/staff/appointments.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import { calendarRange } from '#lib/domain/hiring/appointments/slot-calendar.ts';
import type { User } from '#lib/server/account/present-user.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadListPage } from '../../list-page.ts';
import { loadOrNull } from '../../staff-form.ts';
import { listInterviews, listJobFilterNames } from '../jobs/find-jobs.ts';
import { loadCalendar } from './calendar.ts';
import { parseCalendarQuery } from './calendar-query.ts';
import { listSlots } from './find-appointments.ts';
import { listInterviewerNames } from './interviewers.ts';
import type { SlotFormResult } from './slot-form.ts';
import { requireSlotPanel } from './slot-panel.ts';

/** Loads what the page of interviews shows: the calendar with the open slot, or the list. [API-43] */
export async function loadSlotsPage(db: Db, url: URL, user: User | null) {
  const timeZone = user?.timeZone ?? defaultTimeZone;
  const now = new Date();
  const query = parseCalendarQuery(url.searchParams, timeZone, now);
  const { view, date, slot } = query;
  const range = view === 'list' ? null : calendarRange(view, date, timeZone);
  const schema = staffAppointmentRoutes['GET /api/v1/staff/slots/'].query;
  const [jobs, interviews, interviewers, calendar, list, panel] = await Promise.all([
    listJobFilterNames(db, 'interviews', query.jobId),
    listInterviews(db),
    listInterviewerNames(db),
    range && loadCalendar(db, range, query),
    range ? null : loadListPage(url, schema, (one) => listSlots(db, one)),
    slot && range ? loadOrNull(() => requireSlotPanel(db, slot, timeZone)) : null,
  ]);
  return {
    ...{ query, timeZone, now, today: localDate(now, timeZone) },
    ...{ jobs, interviews, interviewers, list, panel },
    calendar: range && calendar && { range, ...calendar },
  };
}

/**
 * Returns what the address says apart from messages, so that the page after a form shows the same days. After a booking, it
 * shows the slot that was booked and its day.
 */
export function shownQuery(
  { searchParams }: URL,
  { bookedTime, counts }: Pick<SlotFormResult, 'bookedTime' | 'counts'> = {},
  timeZone = defaultTimeZone,
): Record<string, string> {
  const messages = ['done', 'at', 'created', 'existing', 'past'];
  const kept = [...searchParams].filter(([name]) => !messages.includes(name));
  return {
    ...Object.fromEntries(kept),
    ...counts,
    ...(bookedTime && {
      slot: bookedTime.slotId,
      date: localDate(new Date(bookedTime.startsAt), timeZone),
    }),
  };
}
