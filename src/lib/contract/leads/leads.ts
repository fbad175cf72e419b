import * as z from 'zod/mini';
import { endpoint, type Limit } from '#lib/contract/core/endpoint.ts';
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
import { brochureStatuses } from '#lib/domain/leads/brochure.ts';
import { callbackStatuses, findWindowProblem } from '#lib/domain/leads/callback.ts';
import { callbackMessage } from './callback-fields.ts';
import { callbackTopic, callbackWindow, consent, optionalEmail, timeZone } from './lead-fields.ts';

/**
 * What an open form sends besides its fields, to tell people from programs: a field that nobody sees and for how long
 * the page showed the form. A program gets the same answer, and nothing is stored.
 */
const formGuard = {
  /** Left empty by people: the field is hidden from them. */
  website: z.optional(z.string()),
  /** Milliseconds; absent where nobody measured, and then the common budget is smaller. */
  elapsedMs: z.optional(z.number({ error: 'elapsedMs must be a number' })),
};

/** Both brochures share it (C-12, C-37). */
const brochureLimit: Limit = { bucket: 'brochure', max: 5, windowSeconds: 3600 };

const brochure = {
  row: 'API-51',
  access: 'anyone',
  limits: [brochureLimit],
  body: z.object({ email, ...formGuard }),
  response: z.object({
    id: z.string(),
    /** QUEUED until the mail server has taken it. */
    status: z.enum(brochureStatuses),
    /** The address asked for this brochure within the last day: no second mail is sent. */
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
  /** IANA; the one that the window is in. The signed-in person's own, or the country's, unless given. */
  timeZone: z.optional(timeZone),
  topic: z.optional(callbackTopic),
  message: z.optional(callbackMessage),
  consent: z.optional(consent),
  ...formGuard,
});

/** What only two fields together can have wrong; a field that is wrong by itself has said so already. */
function checkTogether(form: unknown, issues: { add(path: string[], message: string): void }): void {
  const { phone, countryIsoCode, preferredWindow, timeZone: zone } = form as Record<string, unknown>;
  const phoneError = typeof countryIsoCode === 'string' && fieldError(phoneRule(countryIsoCode), phone);
  if (phone !== undefined && phoneError) issues.add(['phone'], phoneError);
  const window = z.safeParse(callbackWindow, preferredWindow);
  const known = z.safeParse(timeZone, zone);
  const problem = window.success && known.success && findWindowProblem(window.data, known.data, new Date());
  if (problem) issues.add(['preferredWindow', problem.field], problem.message);
}

/** Every field; which of them a person must fill in depends on who is signed in. */
export const callbackBody = callbackForm.check(
  z.superRefine(
    (form, context) => {
      const add = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
      checkTogether(form, { add });
    },
    // Other fields may be wrong too: all are told at once (FORM-03).
    { when: ({ value }) => typeof value === 'object' && value !== null },
  ),
);

export const brochureRoutes = {
  'POST /api/v1/programs/embark-pro/send-brochure/': endpoint({
    ...brochure,
    summary: 'Send the brochure of Embark Pro by e-mail',
  }),

  'POST /api/v1/programs/career-accelerator-program/send-brochure/': endpoint({
    ...brochure,
    summary: 'Send the brochure of the career accelerator by e-mail',
  }),
};

export const callbackRoutes = {
  'POST /api/v1/cap/request-sales-callback/': endpoint({
    row: 'API-53',
    summary: 'Ask to be called; the same number within 72 hours is the same request',
    access: 'anyone',
    limits: [{ bucket: 'callback', max: 10, windowSeconds: 3600 }],
    body: callbackBody,
    response: z.object({
      id: z.string(),
      /** What a person quotes: `CB-7K3F-9Q2M`. */
      reference: z.string(),
      status: z.enum(callbackStatuses),
      /** When somebody will have called. */
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
