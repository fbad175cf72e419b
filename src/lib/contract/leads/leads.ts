import * as z from 'zod/mini';
import { acceptsOffers } from '#lib/contract/account/offers-consent.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import {
  countryIsoCode,
  email,
  fieldError,
  firstName,
  lastNameText,
  phone,
  phoneRule,
} from '#lib/contract/core/fields.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { brochureLimits, callbackLimits } from '#lib/contract/core/limits.ts';
import { brochureStatuses } from '#lib/domain/leads/brochure.ts';
import { callbackStatuses, findWindowProblem } from '#lib/domain/leads/callback.ts';
import { callbackMessage } from './callback-fields.ts';
import { callbackTopic, callbackWindow, consent, optionalEmail, timeZone } from './lead-schemas.ts';

/**
 * Fields that tell people from programs: a honeypot, and how long the form was open. A program receives the
 * same response, but nothing is stored.
 */
const formGuard = {
  /** Honeypot: people leave it empty because it is hidden. */
  website: z.optional(z.string()),
  /** Milliseconds. Without it a smaller shared limit applies. */
  elapsedMs: z.optional(z.number({ error: 'elapsedMs must be a number' })),
};

const brochure = {
  row: 'API-51',
  access: 'anyone',
  limits: brochureLimits,
  body: z.object({ email, acceptsOffers, ...formGuard }),
  response: z.object({
    id: z.string(),
    /** QUEUED until the mail server has accepted it. */
    status: z.enum(brochureStatuses),
    /** The address requested this brochure within the last day, so no second email is sent. */
    isExisting: z.boolean(),
  }),
} as const;

const callbackForm = z.object({
  firstName: z.optional(firstName),
  lastName: z.optional(lastNameText),
  email: z.optional(optionalEmail),
  countryIsoCode: z.optional(countryIsoCode),
  phone: z.optional(phone),
  preferredWindow: callbackWindow,
  /** IANA time zone of the window. Defaults to that of the signed-in person, or else of the country. */
  timeZone: z.optional(timeZone),
  topic: z.optional(callbackTopic),
  message: z.optional(callbackMessage),
  consent: z.optional(consent),
  acceptsOffers,
  ...formGuard,
});

/** Checks rules about two fields together. Errors of a single field are reported elsewhere. */
function checkFieldPairs(form: unknown, issues: { add(path: string[], message: string): void }): void {
  const { phone, countryIsoCode, preferredWindow, timeZone: zone } = form as Record<string, unknown>;
  const phoneError = typeof countryIsoCode === 'string' && fieldError(phoneRule(countryIsoCode), phone);
  if (phone !== undefined && phoneError) issues.add(['phone'], phoneError);
  const window = z.safeParse(callbackWindow, preferredWindow);
  const zoneResult = z.safeParse(timeZone, zone);
  const problem =
    window.success && zoneResult.success && findWindowProblem(window.data, zoneResult.data, new Date());
  if (problem) issues.add(['preferredWindow', problem.field], problem.message);
}

/** All fields are optional here, because a signed-in person need not repeat stored details. */
export const callbackBody = callbackForm.check(
  z.superRefine(
    (form, context) => {
      const add = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
      checkFieldPairs(form, { add });
    },
    // Runs even if other fields are invalid, so that all errors are reported at once (FORM-03).
    { when: ({ value }) => typeof value === 'object' && value !== null },
  ),
);

export const counsellingLink = z.object({
  programSlug: z.string(),
  /** Null when no calls can be booked for this programme. */
  url: z.nullable(z.string()),
  /** Contains the name and email of the signed-in person and the campaign of this visit. */
  prefilledUrl: z.nullable(z.string()),
  durationMinutes: z.nullable(z.number()),
  available: z.boolean(),
  /** The alternative to offer when no call can be booked. */
  fallback: z.nullable(z.string()),
});

export const counsellingRoutes = {
  'GET /api/v1/programs/{programSlug}/counselling-calendly-link/': endpoint({
    row: 'API-50',
    summary: 'Get the address to book a counselling call about a programme',
    access: 'anyone',
    response: counsellingLink,
    errors: ['PROGRAM_NOT_FOUND'],
  }),
};

export const brochureRoutes = {
  'POST /api/v1/programs/embark-pro/send-brochure/': endpoint({
    ...brochure,
    summary: 'Send the brochure of Embark Pro by email',
  }),

  'POST /api/v1/programs/career-accelerator-program/send-brochure/': endpoint({
    ...brochure,
    summary: 'Send the brochure of the career accelerator by email',
  }),

  'POST /api/v1/programs/{programSlug}/send-brochure/': endpoint({
    ...brochure,
    summary: 'Send the brochure of any programme by email',
    errors: ['PROGRAM_NOT_FOUND'],
  }),
};

export const callbackRoutes = {
  'POST /api/v1/cap/request-sales-callback/': endpoint({
    row: 'API-53',
    summary:
      'Request a callback; a repeated request for the same number within 72 hours returns the first one',
    access: 'anyone',
    limits: callbackLimits,
    body: callbackBody,
    response: z.object({
      id: z.string(),
      /** The number that the person quotes: `CB-7K3F-9Q2M`. */
      reference: z.string(),
      status: z.enum(callbackStatuses),
      /** The time by which we will have called. */
      expectedBy: instant,
      isExisting: z.boolean(),
    }),
    errors: ['PHONE_INVALID', 'COUNTRY_NOT_SUPPORTED'],
  }),
};

export type CallbackResponse = z.output<
  (typeof callbackRoutes)['POST /api/v1/cap/request-sales-callback/']['response']
>;
export type BrochureResponse = z.output<typeof brochure.response>;
