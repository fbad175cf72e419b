import type { CreatedSlots } from '#lib/contract/hiring/availability.ts';
import type { SlotPattern } from '#lib/contract/staff/appointments.ts';
import { interviewModeProblem } from '#lib/domain/hiring/appointments/meeting-place.ts';
import type { Db } from '#lib/server/db/index.ts';
import { createSlotsOf } from '#lib/server/hiring/appointments/create-slots.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';

/** Turns weekly availability into the interview slots of a job. Throws VALIDATION_FAILED. [API-43] */
export async function createSlots(db: Db, staffId: string, pattern: SlotPattern): Promise<CreatedSlots> {
  return db.transaction().execute(async (trx) => {
    await lockInterviewJob(trx, pattern);
    const created = await createSlotsOf(trx, columnsOf(pattern), pattern);
    if (!created.isPreview && created.created) {
      const { jobId, fromDate, toDate } = pattern;
      await recordStaffAudit(trx, staffId, 'slot.CREATE', jobId, {
        created: created.created,
        fromDate,
        toDate,
      });
    }
    return created;
  });
}

const columnsOf = ({ interviewerId = null, ...pattern }: SlotPattern) => ({
  jobId: pattern.jobId,
  stageKey: pattern.stageKey,
  expertId: null,
  timeZone: pattern.timeZone,
  mode: pattern.mode,
  joinUrl: pattern.joinUrl,
  address: pattern.address,
  instructions: pattern.instructions,
  capacity: pattern.capacity,
  interviewerId,
});

/** Locks the job, so that two requests at once do not create the same slots. */
async function lockInterviewJob(trx: Db, { jobId, stageKey, mode }: SlotPattern): Promise<void> {
  const job = await trx
    .selectFrom('job')
    .select('stages')
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw new HttpError('VALIDATION_FAILED', { message: 'Please choose a job', fields: ['jobId'] });
  const interviews = job.stages.filter(({ kind }) => kind === 'INTERVIEW');
  if (!interviews.length)
    throw new HttpError('VALIDATION_FAILED', { message: 'This job has no interview', fields: ['jobId'] });
  if (stageKey !== null && !interviews.some(({ key }) => key === stageKey))
    throw new HttpError('VALIDATION_FAILED', {
      message: 'Please choose one of the job’s interviews',
      fields: ['stageKey'],
    });
  const message = interviewModeProblem(interviews, stageKey, mode);
  if (message) throw new HttpError('VALIDATION_FAILED', { message, fields: ['mode'] });
}
