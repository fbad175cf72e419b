import type { Config } from '#lib/server/config.ts';
import { isLinkKey, linkKey } from '#lib/server/core/link-key.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadApplications } from '../application-aggregate.ts';
import { loadMockInterviews } from '../mock-interviews/mock-interview-aggregate.ts';
import { mockInterviewCalendar } from '../mock-interviews/mock-interview-calendar.ts';
import { interviewCalendar } from './interview-calendar.ts';
import { trainingCalendar } from './training-calendar.ts';

/** Calendar files of messages, which open without a login, because a calendar program has none. */

type Options = Pick<Config, 'secretKeys' | 'siteOrigin'>;

const findApplication = async (db: Db, id: string) => (await loadApplications(db, [id], null))[0] ?? null;

const calendars = {
  INTERVIEW: {
    folder: 'interview',
    find: async (db: Db, id: string, { siteOrigin }: Options) => {
      const aggregate = await findApplication(db, id);
      return aggregate && interviewCalendar(aggregate, siteOrigin);
    },
  },
  TRAINING: {
    folder: 'training',
    find: async (db: Db, id: string, { siteOrigin }: Options) => {
      const aggregate = await findApplication(db, id);
      return aggregate && trainingCalendar(aggregate, siteOrigin);
    },
  },
  MOCK_INTERVIEW: {
    folder: 'mock-interview',
    find: async (db: Db, id: string, { siteOrigin }: Options) => {
      const [aggregate] = await loadMockInterviews(db, [id]);
      return aggregate ? mockInterviewCalendar(aggregate, siteOrigin) : null;
    },
  },
} as const;
type CalendarKind = keyof typeof calendars;

const purposeOf = (kind: CalendarKind) => `calendar:${calendars[kind].folder}`;

/**
 * Returns the path of the calendar file of an application's interview or training, or of a mock interview, by the id of the
 * application or the mock interview. Only messages to the person and the person's own pages contain it.
 */
export const calendarPath = (config: Pick<Config, 'secretKeys'>, kind: CalendarKind, id: string): string =>
  `/calendar/${calendars[kind].folder}/${id}/${linkKey(config, purposeOf(kind), id)}.ics`;

/** Returns the calendar file of a link, or null for a link that we have not made and for an appointment without a time. */
export async function findCalendar(
  db: Db,
  config: Options,
  { kind: folder, id, key }: { kind: string; id: string; key: string },
): Promise<string | null> {
  const kind = (Object.keys(calendars) as CalendarKind[]).find((one) => calendars[one].folder === folder);
  if (!kind || !isLinkKey(config, purposeOf(kind), id, key)) return null;
  return calendars[kind].find(db, id, config);
}
