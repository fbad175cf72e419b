import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { listOf } from '#lib/contract/core/list.ts';
import { registrationPerson } from '../registration-person.ts';
import { openTest, scholarship, testAnswer, testSlot } from './scholarship-schemas.ts';

const testSlotId = z
  .string({ error: 'Please choose a time' })
  .check(z.regex(/^\d{4}-\d{2}-\d{2}-\d{4}$/, 'Please choose a time'));
const sessionKey = z
  .string({ error: 'Open the test first' })
  .check(z.regex(/^[\w-]{1,60}$/, 'Open the test first'));
const limits = [perAccount('scholarship', 60, 600)];
/** A person answers 40 questions in an hour, and changes many of them. */
const answerLimits = [perAccount('scholarship-answers', 900, 600)];

/** The scholarship test: register, choose a time, take it. [API-21] */
export const scholarshipRoutes = {
  'GET /api/v1/ep-scholarship-test/slots/': endpoint({
    row: 'API-21',
    summary: 'List the times at which the scholarship test can be taken',
    access: 'public',
    response: listOf(testSlot),
  }),

  'POST /api/v1/ep-scholarship-test/register/': endpoint({
    row: 'API-21',
    summary: 'Register for the scholarship test of a programme; a repeat returns the first registration',
    access: 'verified',
    limits,
    body: z.strictObject({ ...registrationPerson, testSlotId: z.optional(testSlotId) }),
    response: z.extend(scholarship, { isExisting: z.boolean() }),
    errors: ['PROGRAM_NOT_FOUND', 'SLOT_TAKEN', 'SLOT_INVALID', 'PHONE_INVALID', 'COUNTRY_NOT_SUPPORTED'],
  }),

  'GET /api/v1/ep-scholarship-test/registrations/': endpoint({
    row: 'API-21',
    summary: 'List the signed-in person’s registrations, newest first',
    access: 'verified',
    response: listOf(scholarship),
  }),

  'GET /api/v1/ep-scholarship-test/registrations/{registrationId}/': endpoint({
    row: 'API-21',
    summary: 'Get one of the signed-in person’s registrations',
    access: 'verified',
    response: scholarship,
  }),

  'POST /api/v1/ep-scholarship-test/registrations/{registrationId}/book-slot/': endpoint({
    row: 'API-21',
    summary: 'Book a time for the test, or change it; the new seat is taken before the old one is released',
    access: 'verified',
    limits,
    body: z.strictObject({ testSlotId }),
    response: scholarship,
    errors: ['SLOT_TAKEN', 'SLOT_INVALID', 'INVALID_STATE'],
  }),

  'POST /api/v1/ep-scholarship-test/registrations/{registrationId}/open-test/': endpoint({
    row: 'API-21',
    summary: 'Start or continue the test in this tab; the server’s clock decides when it begins and ends',
    access: 'verified',
    limits,
    body: z.strictObject({
      /** The key that this tab got before, after a reload. */
      sessionKey: z.optional(z.nullable(sessionKey)),
      /** Continues here a test that is open in another tab or on another device. */
      moveHere: z.optional(z.boolean()),
    }),
    response: openTest,
    errors: ['TEST_NOT_OPEN', 'TEST_ENDED', 'TEST_OPEN_ELSEWHERE'],
  }),

  'POST /api/v1/ep-scholarship-test/registrations/{registrationId}/save-answers/': endpoint({
    row: 'API-21',
    summary: 'Save answers of the open test; older revisions of an answer change nothing',
    access: 'verified',
    limits: answerLimits,
    body: z.strictObject({
      sessionKey,
      /** An empty list asks for the time that is left. */
      answers: z.array(testAnswer).check(z.maxLength(40, 'Send at most 40 answers')),
    }),
    maxBodyKeys: 400,
    response: z.object({
      /** By the server's clock. */
      secondsLeft: z.number(),
    }),
    errors: ['TEST_ENDED', 'TEST_OPEN_ELSEWHERE', 'TEST_NOT_OPEN'],
  }),

  'POST /api/v1/ep-scholarship-test/registrations/{registrationId}/submit-test/': endpoint({
    row: 'API-21',
    summary: 'End the test before its time and mark it; a repeat changes nothing',
    access: 'verified',
    limits,
    body: z.strictObject({ sessionKey }),
    response: scholarship,
    errors: ['TEST_OPEN_ELSEWHERE', 'TEST_NOT_OPEN'],
  }),
};
