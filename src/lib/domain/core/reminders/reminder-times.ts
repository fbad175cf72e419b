/** When people are reminded of an appointment. Times are instants, so a change of the clocks moves nothing. */

const minute = 60_000;

/** A reminder comes this long before, or later where the server was down, while it is still of use. */
const reminderLeads = [
  { minutesBefore: 24 * 60, latestMinutesBefore: 2 * 60, label: '24 hours' },
  { minutesBefore: 60, latestMinutesBefore: 10, label: '1 hour' },
] as const;

export const longestReminderMinutes = 24 * 60;

interface RemindedAppointment {
  startsAt: Date;
  /** The time at which the person got this time; null where it is not known. */
  bookedAt: Date | null;
}

/**
 * Returns how many minutes before its begin the reminder that is due now comes, or null. Somebody who booked after a
 * reminder's time has just read when and where, so they do not get that one.
 */
export function findDueReminder({ startsAt, bookedAt }: RemindedAppointment, now: Date): number | null {
  const left = startsAt.getTime() - now.getTime();
  const due = reminderLeads.find(
    ({ minutesBefore, latestMinutesBefore }) =>
      left <= minutesBefore * minute &&
      left > latestMinutesBefore * minute &&
      (bookedAt === null || startsAt.getTime() - bookedAt.getTime() > minutesBefore * minute),
  );
  return due?.minutesBefore ?? null;
}

/** Returns when the reminders of an appointment that is booked now will come: `24 hours and 1 hour`, or null for none. */
export function describeReminders(startsAt: Date, now: Date): string | null {
  const left = startsAt.getTime() - now.getTime();
  const planned = reminderLeads.filter(({ minutesBefore }) => left > minutesBefore * minute);
  return planned.length > 0 ? planned.map(({ label }) => label).join(' and ') : null;
}
