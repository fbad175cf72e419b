import type { AppointmentKind } from '#lib/domain/hiring/applications/application-notifications.ts';
import type { Config } from '#lib/server/config.ts';
import { isLinkKey, linkKey } from '#lib/server/core/link-key.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadApplications } from '../application-aggregate.ts';
import { interviewCalendar } from './interview-calendar.ts';
import { trainingCalendar } from './training-calendar.ts';

/** Calendar files of mails, which open without a login, because a calendar program has none. */

const folders = { INTERVIEW: 'interview', TRAINING: 'training' } as const;
const calendars = { INTERVIEW: interviewCalendar, TRAINING: trainingCalendar };
const purposeOf = (kind: AppointmentKind) => `calendar:${folders[kind]}`;

/** Returns the path of the calendar file of an application's interview or training. Only its mails contain it. */
export const calendarPath = (
  config: Pick<Config, 'secretKeys'>,
  kind: AppointmentKind,
  applicationId: string,
): string =>
  `/calendar/${folders[kind]}/${applicationId}/${linkKey(config, purposeOf(kind), applicationId)}.ics`;

/** Returns the calendar file of a link, or null for a link that we have not made and for an appointment without a time. */
export async function findCalendar(
  db: Db,
  config: Pick<Config, 'secretKeys' | 'siteOrigin'>,
  { kind: folder, id, key }: { kind: string; id: string; key: string },
): Promise<string | null> {
  const kind = (['INTERVIEW', 'TRAINING'] as const).find((one) => folders[one] === folder);
  if (!kind || !isLinkKey(config, purposeOf(kind), id, key)) return null;
  const [aggregate] = await loadApplications(db, [id], null);
  return aggregate ? calendars[kind](aggregate, config.siteOrigin) : null;
}
