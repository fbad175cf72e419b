import type { QueueFilters } from '#lib/contract/staff/hiring/application-filters.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import { decisionColumns } from '#lib/domain/hiring/applications/decision-columns.ts';
import { formatAnswer } from '#lib/domain/hiring/jobs/question.ts';
import {
  qualificationLabels,
  type RegistrationValues,
} from '#lib/domain/hiring/registration/registration.ts';
import { experienceText, languagesText } from '#lib/domain/hiring/registration/registration-text.ts';
import { mediaPath } from '#lib/domain/media/media.ts';
import { type CsvCell, csvTime } from '#lib/server/core/csv-format.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { CandidateSnapshot } from '#lib/server/db/schema/registrations.ts';
import { formatUnreadable } from '../../csv-pages.ts';
import { formatPersonName } from '../../person-names.ts';
import { resolveOwner } from './queue-filters.ts';
import { listQueueIds } from './queue-query.ts';

const rowsPerRead = 1000;

/** What a decision needs, as the candidate sent it. */
const detailColumns = [
  'place',
  'education',
  'experience',
  'languages',
  'answers',
  'meets',
  'missing',
  'to_check',
] as const;

const columns = [
  'number',
  'status',
  'candidate',
  'phone',
  'email',
  'job_code',
  'job',
  'city',
  'submitted_at_ist',
  'reply_due_at_ist',
  'decided_at_ist',
  'owner',
  ...detailColumns,
  'resume_url',
  ...decisionColumns,
];

/**
 * Exports the applications that a list finds, in its order, with empty columns for the decisions. A draft has no details. The file is for
 * staff: it has phone numbers and emails, and its addresses of résumés open for staff. The employer's file is that of their link. [API-42]
 */
export async function* exportApplications(
  db: Db,
  filters: QueueFilters,
  staffId: string,
  siteOrigin: string,
): AsyncGenerator<CsvCell[][]> {
  yield [columns];
  const query = { ...resolveOwner(filters, staffId), limit: rowsPerRead };
  for (let after: string | null = null; ; ) {
    const page: { ids: string[]; after: string | null } = await listQueueIds(db, {
      ...query,
      ...(after && { after }),
    });
    const rows = await loadRows(db, page.ids);
    const { readable, unreadable } = separateUnreadable(rows, ({ id, number }) => ({
      id,
      reference: number,
    }));
    yield readable.map((row) => [
      row.number,
      applicationStatusLabels[row.status],
      formatPersonName(row),
      row.phoneE164,
      row.email,
      row.code,
      row.title,
      row.city,
      ...[row.submittedAt, row.replyDueAt, row.decidedAt].map(csvTime),
      formatPersonName({ firstName: row.ownerFirstName ?? '', lastName: row.ownerLastName ?? '' }) || null,
      ...formatDetails(row.candidateSnapshot),
      row.resumeId && row.resumeName ? siteOrigin + mediaPath(row.resumeId, row.resumeName) : null,
      ...decisionColumns.map(() => null),
    ]);
    yield unreadable.map((row) => formatUnreadable(row, columns));
    after = page.after;
    if (!after) return;
  }
}

/** Loads what the file shows of these applications, in their order. */
async function loadRows(db: Db, ids: readonly string[]) {
  if (!ids.length) return [];
  const rows = await db
    .selectFrom('jobApplication as a')
    .innerJoin('appUser as u', 'u.id', 'a.userId')
    .innerJoin('job', 'job.id', 'a.jobId')
    .leftJoin('appUser as owner', 'owner.id', 'a.ownerId')
    .leftJoin('jobLocation', (join) =>
      join.onRef('jobLocation.id', '=', 'a.jobLocationId').on('a.submittedAt', 'is not', null),
    )
    .leftJoin('media', (join) =>
      join.onRef('media.id', '=', 'a.resumeMediaId').on('a.candidateSnapshot', 'is not', null),
    )
    .select(['a.id', 'a.number', 'a.status', 'u.firstName', 'u.lastName', 'u.phoneE164', 'u.email'])
    .select(['job.code', 'job.title', 'jobLocation.city', 'a.submittedAt', 'a.replyDueAt', 'a.decidedAt'])
    .select(['owner.firstName as ownerFirstName', 'owner.lastName as ownerLastName'])
    .select(['a.candidateSnapshot', 'media.id as resumeId', 'media.name as resumeName'])
    .where('a.id', 'in', ids)
    .execute();
  const places = new Map(ids.map((id, index) => [id, index]));
  return rows.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

function formatDetails(snapshot: CandidateSnapshot | null): CsvCell[] {
  if (!snapshot) return detailColumns.map(() => null);
  const { values, answers, coverNote, eligibility, currentLocation } = snapshot;
  const lines = answers.map(({ label, value }) => `${label} ${formatAnswer(value)}`);
  const cells: Record<(typeof detailColumns)[number], string | undefined | null> = {
    place: currentLocation,
    education: formatEducation(values),
    experience: formatExperience(values),
    languages: languagesText(values.languages),
    answers: [...lines, ...(coverNote ? [`Anything else: ${coverNote}`] : [])].join('\n'),
    meets: eligibility?.met.join(', '),
    missing: eligibility?.missing.join(', '),
    to_check: eligibility?.unchecked.join(', '),
  };
  return detailColumns.map((column) => cells[column] || null);
}

/** `Bachelor’s degree, B.Com, Jyoti Nivas College, 2024` */
const formatEducation = ({ highestQualification, degree, college, graduationYear }: RegistrationValues) =>
  [highestQualification && qualificationLabels[highestQualification], degree, college, graduationYear]
    .filter(Boolean)
    .join(', ');

/** `8 months: Accounts assistant, Kaveri Traders` */
function formatExperience({ totalExperienceMonths, currentRole, currentCompany }: RegistrationValues) {
  const length = totalExperienceMonths === null ? null : experienceText(totalExperienceMonths);
  return [length, [currentRole, currentCompany].filter(Boolean).join(', ')].filter(Boolean).join(': ');
}
