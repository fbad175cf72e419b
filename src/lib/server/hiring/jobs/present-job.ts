import type { Job, JobCard } from '#lib/contract/hiring/jobs.ts';
import { applyActions } from '#lib/domain/hiring/applications/application-flow.ts';
import { findClosedReason, jobStatusLabels } from '#lib/domain/hiring/jobs/job.ts';
import { eligibilityOf, type RegisteredCandidate } from '../candidate-rows.ts';
import { presentLogo } from '../employers/present-logo.ts';
import type { JobCardRow, JobRow } from '../job-rows.ts';

/** Presents a job as lists and applications show it. */
export function presentJobCard(row: JobCardRow): JobCard {
  const { salaryIsPublic: isPublic } = row;
  return {
    id: row.id,
    slug: row.slug,
    code: row.code,
    title: row.title,
    family: row.family,
    level: row.level,
    employer: {
      name: row.employerName,
      slug: row.employerSlug,
      logo: presentLogo(row.employerLogoId),
      website: row.employerWebsite,
      about: row.employerAbout,
    },
    employmentType: row.employmentType,
    workMode: row.workMode,
    locations: row.locations,
    shift: row.shift,
    openings: row.openings,
    compensation: {
      min: isPublic ? row.salaryMin : null,
      max: isPublic ? row.salaryMax : null,
      currency: row.salaryCurrency,
      period: row.salaryPeriod,
      isPublic,
    },
    summary: row.summary,
    postedAt: row.postedAt.toISOString(),
    applyBy: row.applyBy.toISOString(),
    replyWithinHours: row.replyWithinHours,
    status: row.currentStatus,
    statusLabel: jobStatusLabels[row.currentStatus],
    myApplication: row.myApplication,
    isSaved: row.isSaved,
  };
}

/** Presents the whole job to a viewer who may be a candidate. `limitReason` says why they cannot apply now. */
export function presentJob(
  row: JobRow,
  candidate: RegisteredCandidate | null,
  limitReason: string | null = null,
): Job {
  const card = presentJobCard(row);
  const closedReason = findClosedReason(card.status) ?? limitReason;
  return {
    ...card,
    description: row.description,
    responsibilities: row.responsibilities,
    requirements: row.requirements,
    benefits: row.benefits,
    // Only the server needs to know how a rule is checked.
    eligibility: row.eligibility.map(({ key, label, rule }) => ({ key, label, rule })),
    training: row.training,
    stages: row.stages,
    questions: row.questions,
    allowedActions: applyActions(card.myApplication?.status ?? null, closedReason),
    eligibilityResult: eligibilityOf(row.eligibility, candidate),
  };
}
