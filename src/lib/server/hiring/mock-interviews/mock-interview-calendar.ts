import { formatCalendarFile } from '../appointments/calendar-file.ts';
import { presentExpertOf } from './experts.ts';
import type { MockInterviewAggregate } from './mock-interview-aggregate.ts';
import { mockInterviewPath } from './present-mock-interview.ts';

/** Formats a mock interview as a calendar file for its candidate. */
export function mockInterviewCalendar(
  { mock, slot, expert, now }: MockInterviewAggregate,
  siteOrigin: string,
): string {
  const page = `${siteOrigin}${mockInterviewPath(mock.id)}`;
  return formatCalendarFile({
    ...{ uid: mock.uid, sequence: mock.sequence, startsAt: slot.startsAt, endsAt: slot.endsAt, now, page },
    isOff: mock.status === 'CANCELLED',
    product: 'Interview preparation',
    summary: `Mock interview with ${presentExpertOf(expert).name}`,
    description: `For the role: ${mock.role}\n\nJoin or change it here: ${page}`,
    location: null,
  });
}
