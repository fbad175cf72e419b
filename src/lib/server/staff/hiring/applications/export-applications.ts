import { sql } from 'kysely';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import {
  qualificationLabels,
  type RegistrationValues,
} from '#lib/domain/hiring/registration/registration.ts';
import { experienceText, languagesText } from '#lib/domain/hiring/registration/registration-text.ts';
import { mediaPath } from '#lib/domain/media/media.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { CandidateSnapshot } from '#lib/server/db/schema/registrations.ts';
import type { CsvCell } from '../../csv.ts';
import { formatUnreadable } from '../../csv-pages.ts';
import { formatPersonName } from '../../person-names.ts';
import { decisionColumns } from './import-moves.ts';
import { type QueueFilters, queueCondition } from './queue-query.ts';

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
  'submitted_at',
  'reply_due_at',
  'decided_at',
  ...detailColumns,
  'resume_url',
  ...decisionColumns,
];

/**
 * Exports the applications that a list finds, with empty columns for the decisions. A draft has no details. The address of a
 * résumé opens for staff; an employer's link shows it to the employer. [API-42]
 */
export async function* exportApplications(
  db: Db,
  filters: QueueFilters,
  _staffId: string,
  siteOrigin: string,
): AsyncGenerator<CsvCell[][]> {
  yield [columns];
  const matching = await queueCondition(db, filters);
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await db
      .selectFrom('jobApplication as a')
      .innerJoin('appUser as u', 'u.id', 'a.userId')
      .innerJoin('job', 'job.id', 'a.jobId')
      .leftJoin('media', (join) =>
        join.onRef('media.id', '=', 'a.resumeMediaId').on('a.candidateSnapshot', 'is not', null),
      )
      .select(['a.id', 'a.number', 'a.status', 'u.firstName', 'u.lastName', 'u.phoneE164', 'u.email'])
      .select(['job.code', 'job.title', 'a.submittedAt', 'a.replyDueAt', 'a.decidedAt'])
      .select(['a.candidateSnapshot', 'media.id as resumeId', 'media.name as resumeName'])
      .where(sql<boolean>`a.id in (select id from job_application where ${matching})`)
      .where('a.id', '>', last)
      .orderBy('a.id')
      .limit(rowsPerRead)
      .execute();
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
      ...[row.submittedAt, row.replyDueAt, row.decidedAt].map((at) => at?.toISOString() ?? null),
      ...formatDetails(row.candidateSnapshot),
      row.resumeId && row.resumeName ? siteOrigin + mediaPath(row.resumeId, row.resumeName) : null,
      ...decisionColumns.map(() => null),
    ]);
    yield unreadable.map((row) => formatUnreadable(row, columns));
    if (rows.length < rowsPerRead) return;
    last = rows.at(-1)?.id ?? last;
  }
}

function formatDetails(snapshot: CandidateSnapshot | null): CsvCell[] {
  if (!snapshot) return detailColumns.map(() => null);
  const { values, answers, coverNote, eligibility, currentLocation } = snapshot;
  const lines = answers.map(({ label, value }) => `${label} ${answerTexts[value] ?? value}`);
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

const answerTexts: Record<string, string> = { YES: 'Yes', NO: 'No' };

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
