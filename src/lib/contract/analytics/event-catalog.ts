import * as z from 'zod/mini';
import { products } from '#lib/domain/account/profiles.ts';
import { removePersonalData } from '#lib/domain/analytics/visit.ts';
import type { AuthIntent, AuthStep } from '#lib/domain/auth/auth-flow.ts';
import { conversionKinds } from '#lib/domain/core/attribution.ts';

/**
 * The catalogue of all events that analytics knows, with every property. `docs/events.md` is made from it. `track()` takes no other
 * event, and the collector stores no other property.
 */

const intents = [
  'LOGIN',
  'SIGN_UP',
  'DIRECT_SIGN_UP',
  'CHANGE_PHONE',
  'VERIFY_PHONE',
  'REQUEST_LOGIN_OTP',
] as const satisfies readonly AuthIntent[];
const steps = ['PHONE_INPUT', 'DETAILS', 'OTP_INPUT', 'CHANGE_PHONE'] as const satisfies readonly AuthStep[];
const slug = z.string().check(z.regex(/^[a-z0-9-]{1,80}$/));
const host = z.string().check(z.regex(/^[a-z0-9.-]{1,100}$/));
/** A message of an error is a fixed sentence; what looks like a person's data is removed all the same. */
const message = z.string().check(z.overwrite((text) => removePersonalData(text).slice(0, 200)));

interface Property {
  schema: z.ZodMiniType;
  /** What it says, for `docs/events.md`. */
  about: string;
}

/** The properties by name. The same name means the same in every event. */
export const eventProperties = {
  initialIntent: { schema: z.enum(intents), about: 'the intent that the modal was opened with' },
  intent: { schema: z.enum(intents), about: 'the intent now' },
  product: { schema: z.enum(products), about: 'the product whose modal it is' },
  source: { schema: z.enum(['apply']), about: 'what opened the modal, where it was not a link' },
  jobSlug: { schema: slug, about: 'the job of the page, from its address' },
  step: { schema: z.enum(steps), about: 'the step that is shown' },
  errorCode: {
    schema: z.nullable(z.string().check(z.regex(/^[A-Z_]{1,40}$/))),
    about: 'the error code of the response; null without a response',
  },
  errorMessage: { schema: message, about: 'the message that was shown; at most 200 characters' },
  httpStatusCode: {
    schema: z.nullable(z.int().check(z.minimum(100), z.maximum(599))),
    about: 'the status of the response; null without a response',
  },
  kind: { schema: z.enum(conversionKinds), about: 'the kind of conversion, as in the table `conversion`' },
  referrerHost: {
    schema: z.nullable(host),
    about: 'the host of the page that had the link; null without one, and for links of our own site',
  },
  metric: { schema: z.enum(['CLS', 'INP', 'LCP']), about: 'which web vital it is' },
  value: {
    schema: z.number().check(z.minimum(0), z.maximum(600_000)),
    about: 'milliseconds; for CLS the score',
  },
  rating: { schema: z.enum(['good', 'needs-improvement', 'poor']), about: 'how Google rates the value' },
} as const satisfies Record<string, Property>;

type PropertyName = keyof typeof eventProperties;

interface EventDefinition {
  about: string;
  /** The row of the specification that asks for it; null where reports do. */
  row: string | null;
  required: readonly PropertyName[];
  /** Properties that not every event of the name has. */
  optional?: readonly PropertyName[];
}

const ofModal = {
  required: ['initialIntent', 'intent'],
  optional: ['product', 'source', 'jobSlug'],
} as const;
const ofFailure = {
  ...ofModal,
  row: 'AUTH-24',
  required: [...ofModal.required, 'errorCode', 'errorMessage', 'httpStatusCode'],
} as const;

export const eventCatalog = {
  page_viewed: { about: 'A page is shown to the visitor', row: null, required: ['referrerHost'] },
  web_vital_measured: {
    about: 'The browser knows a web vital of the page, at the latest when the visitor leaves it',
    row: null,
    required: ['metric', 'value', 'rating'],
  },
  converted: {
    about: 'A request of the kind was accepted, sent with script',
    row: 'TRACK-01',
    required: ['kind'],
  },
  viewed_auth_modal: {
    about: 'The sign-in modal opens, or continues with another intent',
    row: 'AUTH-22',
    ...ofModal,
  },
  closed_auth_modal: {
    about: 'The modal closes, or continues with another intent',
    row: 'AUTH-22',
    ...ofModal,
  },
  'auth step view': {
    about: 'The modal shows another step',
    row: null,
    ...ofModal,
    required: [...ofModal.required, 'step'],
  },
  'auth otp request success': { about: 'A code is on its way, for any purpose', row: null, ...ofModal },
  'auth otp verify success': { about: 'The code was right', row: 'AUTH-08', ...ofModal },
  'auth completion success': {
    about: 'The person is signed in; after the success callback and the closing',
    row: 'AUTH-08',
    ...ofModal,
  },
  'auth existence check failure': { about: 'The check whether a number is known failed', ...ofFailure },
  'auth registration failure': { about: 'Registering failed', ...ofFailure },
  'auth otp request failure': { about: 'Requesting a code failed, for any purpose', ...ofFailure },
  'auth otp verify failure': { about: 'The code was rejected', ...ofFailure },
  'auth phone change failure': { about: 'Changing the number failed', ...ofFailure },
} as const satisfies Record<string, EventDefinition>;

type Catalog = typeof eventCatalog;
export type EventName = keyof Catalog;

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? First extends Uppercase<First>
    ? `_${Lowercase<First>}${SnakeCase<Rest>}`
    : `${First}${SnakeCase<Rest>}`
  : '';
type ValueOf<Name extends PropertyName> = z.input<(typeof eventProperties)[Name]['schema']>;
type OptionalOf<Name extends EventName> = Catalog[Name] extends { optional: readonly (infer P)[] }
  ? P
  : never;

/** The properties of an event in the names that plugins and the wire have. */
export type EventProperties<Name extends EventName> = {
  readonly [P in Catalog[Name]['required'][number] as SnakeCase<P>]: ValueOf<P>;
} & {
  readonly [P in OptionalOf<Name> & PropertyName as SnakeCase<P>]?: ValueOf<P> | undefined;
};

/** Returns the schema of the properties of an event; one that the catalogue does not have is rejected. */
export function propertiesSchema({ required, optional = [] }: EventDefinition) {
  return z.strictObject({
    ...Object.fromEntries(required.map((name) => [name, eventProperties[name].schema])),
    ...Object.fromEntries(optional.map((name) => [name, z.optional(eventProperties[name].schema)])),
  });
}
