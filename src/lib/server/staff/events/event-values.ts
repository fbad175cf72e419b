import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { StaffEvent, staffEventRoutes } from '#lib/contract/staff/events/live-events.ts';
import type { EventSpeaker } from '#lib/domain/events/event.ts';
import { listCoaches } from '#lib/server/catalog/content/index.ts';
import type { LiveEventRow } from '#lib/server/events/event-rows.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

export type EventValues = BodyOf<(typeof staffEventRoutes)['POST /api/v1/staff/events/create/']>;

/** Returns the error of a field. */
export const invalid = (field: string, message: string) =>
  new HttpError('VALIDATION_FAILED', { message, fields: { [field]: message } });

/** Throws `VALIDATION_FAILED` where an event ends before it begins, or registration closes after the end. */
export function requireOrder({
  startsAt,
  endsAt,
  registrationClosesAt,
}: Pick<EventValues, 'startsAt' | 'endsAt' | 'registrationClosesAt'>): void {
  if (endsAt <= startsAt) throw invalid('endsAt', 'The end must be after the beginning');
  if (registrationClosesAt && registrationClosesAt > endsAt)
    throw invalid('registrationClosesAt', 'Registration must close before the end');
}

/** Returns an event as the values that staff write. */
export function toValues(row: LiveEventRow): StaffEvent['values'] {
  const { title, kind, programType, summary, description, takeaways, agenda, timeZone, mode, venue } = row;
  const { joinUrl, capacity, waitlistEnabled, recordingUrl, slidesUrl, givesCertificate } = row;
  const closesAtBegin = row.registrationClosesAt.getTime() === row.startsAt.getTime();
  return {
    ...{ title, kind, programType, summary, description, takeaways, agenda, timeZone, mode, venue },
    ...{ joinUrl, capacity, waitlistEnabled, recordingUrl, slidesUrl, givesCertificate },
    speakers: row.speakers.map(({ name, role, company }) => [name, role, company].filter(Boolean).join(', ')),
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    registrationClosesAt: closesAtBegin ? null : row.registrationClosesAt.toISOString(),
  };
}

/** Parses `Kavya Reddy, analytics lead, Thela Fresh`. A coach of that name brings the picture and the company. */
function parseSpeaker(line: string): EventSpeaker {
  const [name = '', role = '', ...rest] = line.split(',').map((part) => part.trim());
  const coach = listCoaches().find((one) => one.name.toLowerCase() === name.toLowerCase());
  return {
    name,
    role: role || (coach ? 'Coach' : ''),
    company: rest.join(', ') || (coach?.company ?? ''),
    coachSlug: coach?.slug ?? null,
  };
}

/** Returns the columns of all given values. */
export function toColumns({
  takeaways,
  agenda,
  speakers,
  registrationClosesAt,
  ...values
}: Partial<EventValues>) {
  return {
    ...values,
    ...(takeaways && { takeaways: JSON.stringify(takeaways) }),
    ...(agenda && { agenda: JSON.stringify(agenda) }),
    ...(speakers && { speakers: JSON.stringify(speakers.map(parseSpeaker)) }),
    ...(registrationClosesAt && { registrationClosesAt }),
  };
}
