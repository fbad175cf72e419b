import { type RawBuilder, sql } from 'kysely';
import type { FunnelStep } from '#lib/domain/staff/reports/hiring-funnel.ts';

/**
 * The steps that an application has reached, as `application_progress.reached` has them: one bit per step. The rules that `funnelRules`
 * of domain/staff/reports/hiring-funnel.ts tells the readers are in the view `current_application_progress`. [API-42]
 */
const bits = {
  REVIEWED: 1,
  SHORTLISTED: 2,
  TRAINING: 4,
  INTERVIEW: 8,
  OFFER: 16,
  ACCEPTED: 32,
  JOINED: 64,
} satisfies Record<Exclude<FunnelStep, 'APPLIED'>, number>;

/** The condition that a row with the column `reached` has reached a step. */
export const hasReached = (step: FunnelStep): RawBuilder<boolean> =>
  step === 'APPLIED' ? sql`true` : sql`(reached & ${sql.lit(bits[step])} <> 0)`;

/** The order of training and interview at a job; each can only be reached from the step before it. */
const jobSteps = { NEITHER: 0, TRAINING: 1, INTERVIEW: 2, TRAINING_FIRST: 3, INTERVIEW_FIRST: 4 };

/** The steps of the job in a statement that reads `job`, above the bits of `reached`. */
export const jobStepBits = sql`(
  select case
      when training < interview then ${sql.lit(jobSteps.TRAINING_FIRST)} when training > interview then ${sql.lit(jobSteps.INTERVIEW_FIRST)}
      when training is not null then ${sql.lit(jobSteps.TRAINING)} when interview is not null then ${sql.lit(jobSteps.INTERVIEW)}
      else ${sql.lit(jobSteps.NEITHER)} end << 7
  from (
    select min(place) filter (where stage ->> 'kind' = 'TRAINING') as training,
      min(place) filter (where stage ->> 'kind' = 'INTERVIEW') as interview
    from jsonb_array_elements(job.stages) with ordinality stages (stage, place)) stage)`;

const isAt = (...names: (keyof typeof jobSteps)[]) =>
  sql<boolean>`(reached >> 7 in (${sql.join(names.map((name) => sql.lit(jobSteps[name])))}))`;

/** Whether an application could reach a step, by `reached` with the steps of its job: it was at the step before. */
export const couldReach: Record<'TRAINING' | 'INTERVIEW' | 'OFFER', RawBuilder<boolean>> = {
  TRAINING: sql`(${hasReached('TRAINING')} or ${isAt('TRAINING', 'TRAINING_FIRST')} and ${hasReached('SHORTLISTED')}
    or ${isAt('INTERVIEW_FIRST')} and ${hasReached('INTERVIEW')})`,
  INTERVIEW: sql`(${hasReached('INTERVIEW')} or ${isAt('INTERVIEW', 'INTERVIEW_FIRST')} and ${hasReached('SHORTLISTED')}
    or ${isAt('TRAINING_FIRST')} and ${hasReached('TRAINING')})`,
  OFFER: sql`(${hasReached('OFFER')} or ${isAt('NEITHER')} and ${hasReached('SHORTLISTED')}
    or ${isAt('TRAINING', 'INTERVIEW_FIRST')} and ${hasReached('TRAINING')}
    or ${isAt('INTERVIEW', 'TRAINING_FIRST')} and ${hasReached('INTERVIEW')})`,
};
