import type { StaffJob } from '#lib/contract/staff/jobs.ts';
import { excerptChange } from '#lib/domain/staff/excerpt-change.ts';
import type { Db } from '#lib/server/db/index.ts';
import { recordStaffAudit } from '../../audit.ts';
import { listJobOptions } from './find-jobs.ts';
import { formatJobText, jobTextFields } from './job-text.ts';

/**
 * Records which fields of a job have changed, from what to what, as its row in a file has them. `fields` are those of the
 * request, for a change that the texts do not show, such as the hour of the last day. [C-40]
 */
export async function recordJobUpdate(
  trx: Db,
  staffId: string,
  [before, after]: readonly [StaffJob, StaffJob],
  fields: readonly string[],
): Promise<void> {
  const options = await listJobOptions(trx);
  const textOf = (job: StaffJob) => ({
    ...formatJobText(job, options),
    employer: options.employers.find(({ id }) => id === job.values.employerId)?.name ?? '',
  });
  const [previous, current] = [textOf(before), textOf(after)];
  const changes = jobTextFields
    .filter((name) => previous[name] !== current[name])
    .map((name) => [name, ...excerptChange(previous[name], current[name])] as const);
  const details = {
    from: Object.fromEntries(changes.map(([name, text]) => [name, text])),
    to: Object.fromEntries(changes.map(([name, , text]) => [name, text])),
  };
  await recordStaffAudit(trx, staffId, 'job.UPDATE', after.id, changes.length ? details : { fields });
}
