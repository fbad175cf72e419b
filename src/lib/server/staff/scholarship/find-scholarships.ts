import { sql } from 'kysely';
import type {
  StaffScholarship,
  StaffScholarshipCard,
  StaffScholarshipsQuery,
} from '#lib/contract/staff/enrolment/scholarships.ts';
import { scholarshipStatusLabels } from '#lib/domain/enrolment/scholarship/scholarship-flow.ts';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import { presentScholarship } from '#lib/server/enrolment/scholarship/present-scholarship.ts';
import { requireScholarship } from '#lib/server/enrolment/scholarship/scholarship-aggregate.ts';
import { personCondition } from '../hiring/applications/search.ts';
import { countUpToMax, parseCursor, toListPage } from '../keyset.ts';
import type { ListPage } from '../list-page.ts';
import { formatPersonName, loadPersonNames } from '../person-names.ts';
import { presentMarkedQuestions } from './present-marked-questions.ts';

/** Lists registrations for the scholarship test, newest first. The order is by id, which never changes. */
export async function listStaffScholarships(
  db: Db,
  { limit, after, ...filters }: StaffScholarshipsQuery,
): Promise<ListPage<StaffScholarshipCard>> {
  const [last] = parseCursor(after, ['id']) ?? [];
  const condition = await listCondition(db, filters);
  const all = db.selectFrom('scholarshipRegistration as r').where(condition);
  const count = await countUpToMax(db, all.select('r.id'));
  const rows = await all
    .innerJoin('appUser', 'appUser.id', 'r.userId')
    .select(['r.id', 'r.registrationNumber', 'r.programSlug', 'r.status', 'r.slotStartsAt', 'r.score'])
    .select(['r.awardPercent', 'r.awardExpiresAt', 'r.awardEnrolmentId', 'r.registeredAt', 'r.userId'])
    .select(['appUser.firstName', 'appUser.lastName', 'appUser.phoneE164', 'appUser.email'])
    .$if(Boolean(last), (query) => query.where('r.id', '<', last ?? ''))
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = toListPage(count, rows, limit, ({ id }) => [id]);
  const { readable, unreadable } = separateUnreadable(page.results, ({ id, registrationNumber }) => ({
    id,
    reference: registrationNumber,
  }));
  return {
    ...page,
    results: readable.map((row) => ({
      ...{ id: row.id, registrationNumber: row.registrationNumber, status: row.status, score: row.score },
      candidate: presentCandidate({ ...row, id: row.userId }),
      programName: findProgram(row.programSlug)?.name ?? row.programSlug,
      statusLabel: scholarshipStatusLabels[row.status],
      startsAt: row.slotStartsAt?.toISOString() ?? null,
      sharePercent: row.awardPercent,
      awardEndsAt: row.awardPercent > 0 ? (row.awardExpiresAt?.toISOString() ?? null) : null,
      isAwardUsed: row.awardEnrolmentId !== null,
      registeredAt: row.registeredAt.toISOString(),
    })),
    unreadable,
  };
}

async function listCondition(
  db: Db,
  { status, programSlug, search }: Omit<StaffScholarshipsQuery, 'limit' | 'after'>,
) {
  const number = parseRegistrationNumber(search);
  const people = number ? null : await personCondition(db, search);
  return sql<boolean>`true
    ${status ? sql` and r.status = ${status}` : sql``}
    ${programSlug ? sql` and r.program_slug = ${programSlug}` : sql``}
    ${number ? sql` and r.registration_number = ${number}` : sql``}
    ${people ? sql` and r.user_id ${people}` : sql``}`;
}

/** Parses the number as people type it, also without its dashes. Returns null for any other text. */
function parseRegistrationNumber(search = ''): string | null {
  const [, year, serial] = /^\s*st[\s-]?(\d{2})[\s-]?(\d{1,9})\s*$/i.exec(search) ?? [];
  return year && serial ? `ST-${year}-${serial.padStart(5, '0')}` : null;
}

interface CandidateRow {
  id: string;
  firstName: string;
  lastName: string;
  phoneE164: string;
  email: string;
}

const presentCandidate = (row: CandidateRow) => ({
  id: row.id,
  name: formatPersonName(row),
  phone: row.phoneE164,
  email: row.email,
});

/** Loads a registration with everything that staff can see. Throws `NOT_FOUND`. */
export async function requireStaffScholarship(db: Db, id: string): Promise<StaffScholarship> {
  const aggregate = await requireScholarship(db, id);
  const { registration, test, person, history } = aggregate;
  const names = await loadPersonNames(
    db,
    history.flatMap(({ actorId }) => actorId ?? []),
  );
  const { currentStatus, yearsOfExperience, motivation } = registration;
  return {
    ...presentScholarship(aggregate, 'STAFF'),
    candidate: presentCandidate(person),
    ...{ currentStatus, yearsOfExperience, motivation },
    openedCount: test?.sessionCount ?? 0,
    questions: test ? await presentMarkedQuestions(db, test) : [],
    history: history.map(({ actorId, at, toStatus, ...event }) => ({
      ...{ id: event.id, action: event.action, actorType: event.actorType },
      ...{ publicNote: event.publicNote, privateNote: event.privateNote },
      at: at.toISOString(),
      toLabel: event.action === 'START_TEST' ? 'Test started' : scholarshipStatusLabels[toStatus],
      actorName: actorId ? (names.get(actorId) ?? null) : null,
    })),
  };
}
