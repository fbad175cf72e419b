import { dateText, timeText } from '#lib/domain/core/time-text.ts';
import {
  type Day,
  dayOf,
  formatDueCount,
  sortByClock,
  sumDue,
  type TodayItem,
  todayKindLabels,
} from '#lib/domain/staff/today.ts';
import { formatPhoneNumber } from '#lib/server/account/phone.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { EmailTemplate } from '#lib/server/messages/email-template.ts';
import { loadTodayOf } from '../load-today.ts';

/** The email has at most this many lines, except for interviews of the day; the page lists the rest. */
const maxLines = 50;

/**
 * Builds the email with the list of Today for a member of staff: interviews of the day, then what is theirs, what is
 * nobody's and what others own, as far as there is room. [API-42]
 */
export async function buildAgendaEmail(
  db: Db,
  person: UserRow,
  now: Date,
  siteOrigin: string,
): Promise<EmailTemplate> {
  const { timeZone } = presentUser(person);
  const owners = [{ staffId: person.id }, { staffId: null }];
  const { everyone, ofOwners } = await loadTodayOf(db, timeZone, owners, { at: now });
  const { due, late } = sumDue(everyone.counts);
  const parts = selectParts(
    [...ofOwners, everyone].map(({ items }) => items),
    dayOf(now, timeZone),
  );
  const more = due - parts.reduce((total, { items }) => total + items.length, 0);
  const counted =
    due === 0
      ? 'nothing is due'
      : `${formatDueCount(due)} due${late ? `, ${formatDueCount(late)} late` : ''}`;
  return {
    title: `Today, ${dateText(now, timeZone)}: ${counted}`,
    paragraphs: due
      ? [
          ...parts.flatMap(({ title, items }) => [
            ...(parts.length > 1 ? [`${title}:`] : []),
            ...items.map((item) => formatLine(item, now, timeZone)),
          ]),
          ...(more > 0 ? [`${formatDueCount(more)} more are due. The page lists what is due.`] : []),
        ]
      : ['Nothing is late, and nothing is due today.'],
    links: [
      { label: more > 0 ? 'See all on Today' : 'Open Today', href: `${siteOrigin}/staff/?owner=everyone` },
    ],
    footnote: 'You get this email because you asked for your list at 8 am.',
  };
}

interface AgendaPart {
  title: string;
  items: TodayItem[];
}

const titles = ['Yours', 'Without an owner', 'Of others'] as const;

/** Divides the lines of one's own, of nobody and of everyone. Each is in one part, and a part without lines is left out. */
function selectParts(lists: readonly (readonly TodayItem[])[], day: Day): AgendaPart[] {
  const isInterview = ({ kind, at }: TodayItem) =>
    (kind === 'INTERVIEW' || kind === 'MOCK_INTERVIEW') && at >= day.startsAt && at < day.endsAt;
  const ids = new Set<string>();
  const fresh = lists.map((items) => items.filter(({ id }) => ids.size < ids.add(id).size));
  const interviews = sortByClock(fresh.flat().filter(isInterview));
  let room = Math.max(0, maxLines - interviews.length);
  const parts = fresh.map((items, index) => {
    const shown = items.filter((item) => !isInterview(item)).slice(0, room);
    room -= shown.length;
    return { title: titles[index] ?? '', items: shown };
  });
  return [{ title: 'Interviews today', items: interviews }, ...parts].filter(({ items }) => items.length > 0);
}

function formatLine({ at, isLate, kind, who, phone, about }: TodayItem, now: Date, timeZone: string): string {
  const day = dateText(at, timeZone);
  const time = `${day === dateText(now, timeZone) ? '' : `${day}, `}${timeText(at, timeZone)}`;
  return `${time}${isLate ? ' (late)' : ''}: ${todayKindLabels[kind]}. ${[who, phone && formatPhoneNumber(phone), about].filter(Boolean).join(', ')}`;
}
