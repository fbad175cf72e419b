import * as z from 'zod/mini';
import { instant } from '#lib/contract/core/instant.ts';
import { actorTypes } from '#lib/domain/core/state-machine.ts';
import { eventSubjects } from '#lib/domain/hiring/applications/history-text.ts';
import { registrationValues } from './registration.ts';

/** Parts of an application that its candidate and staff read alike. */

/** The answers of an application, each with its question as the candidate read it. */
const answeredQuestions = z.array(z.object({ key: z.string(), label: z.string(), value: z.string() }));

/** What the employer was sent, as it was when it was submitted. */
export const candidateSnapshot = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  currentLocation: z.nullable(z.string()),
  preferredLocations: z.array(z.string()),
  values: registrationValues,
  answers: answeredQuestions,
  coverNote: z.nullable(z.string()),
  portfolioSlug: z.nullable(z.string()),
});

export const sentFile = z.object({
  mediaId: z.string(),
  name: z.string(),
  /** For the candidate and the staff alone. */
  url: z.string(),
});

/** What a candidate sends besides their details, as the candidate and staff read it. */
export const applicationContent = {
  answers: answeredQuestions,
  resume: z.nullable(sentFile),
  portfolioSlug: z.nullable(z.string()),
  coverNote: z.nullable(z.string()),
};

/** What a candidate and staff alike may read of an event. */
export const eventFields = {
  id: z.string(),
  at: instant,
  /** Which of the application's states changed. */
  subject: z.enum(eventSubjects),
  action: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.string(),
  toLabel: z.string(),
  actorType: z.enum(actorTypes),
  publicNote: z.nullable(z.string()),
  /** The time that the training or the interview was given. */
  startsAt: z.nullable(instant),
  /** The one that it had before. */
  previousStartsAt: z.nullable(instant),
};
