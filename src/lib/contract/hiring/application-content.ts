import * as z from 'zod/mini';
import { instant } from '#lib/contract/core/instant.ts';
import { resumeFile } from '#lib/contract/media/sent-file.ts';
import { actorTypes } from '#lib/domain/core/state-machine.ts';
import { eventSubjects } from '#lib/domain/hiring/applications/history-text.ts';
import { registrationValues } from './registration.ts';

/** The parts of an application that its candidate and staff see alike. */

/** The answers of an application, each with its question as the candidate saw it. */
const answeredQuestions = z.array(z.object({ key: z.string(), label: z.string(), value: z.string() }));

/** The details that were sent to the employer, as they were at submission. */
export const candidateSnapshot = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  currentLocation: z.nullable(z.string()),
  preferredLocations: z.array(z.string()),
  /** The city of the job that the candidate chose; null for an application that was sent before there was a choice. */
  jobLocation: z.nullable(z.string()),
  values: registrationValues,
  answers: answeredQuestions,
  coverNote: z.nullable(z.string()),
  portfolioSlug: z.nullable(z.string()),
});

/** The application's content besides the candidate's details, as the candidate and staff see it. */
export const applicationContent = {
  answers: answeredQuestions,
  resume: z.nullable(resumeFile),
  portfolioSlug: z.nullable(z.string()),
  coverNote: z.nullable(z.string()),
};

/** What the candidate answered when they applied for the job before, for a draft; null where nothing still fits. */
export const earlierAnswers = z.nullable(
  z.object({
    answers: z.array(z.object({ key: z.string(), value: z.string() })),
    coverNote: z.nullable(z.string()),
  }),
);

/** The part of an event that both the candidate and staff may see. */
export const eventFields = {
  id: z.string(),
  at: instant,
  /** The state of the application that has changed. */
  subject: z.enum(eventSubjects),
  action: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.string(),
  toLabel: z.string(),
  actorType: z.enum(actorTypes),
  publicNote: z.nullable(z.string()),
  /** The new time of the training or interview. */
  startsAt: z.nullable(instant),
  /** The previous time. */
  previousStartsAt: z.nullable(instant),
  /** The city that the application is for since a change of it, and the one before. */
  city: z.nullable(z.string()),
  previousCity: z.nullable(z.string()),
};
