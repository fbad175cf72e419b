import { setTimeout as wait } from 'node:timers/promises';
import {
  applications,
  completeDetails,
  expectOk,
  startApplication,
} from '../../../support/hiring/candidates.ts';
import { upload } from '../../../support/media/upload.ts';
import type { Random } from '../../../support/random.ts';
import type { Visitor } from '../../../support/visitor.ts';
import { CutOff, type KilledSite } from './killed-site.ts';
import { createVisitor, PersistentVisitor } from './persistent-visitor.ts';

/** What everybody uses, from the demo data. */
export interface Stage {
  eventId: string;
  jobSlug: string;
  placeId: string;
  picture: Buffer;
  /** The cookies of each member of staff. */
  staffTokens: string[];
}

/** A person, and what the server has acknowledged to them. */
export interface Person {
  n: number;
  phone: string;
  e164: string;
  email: string;
  visitor: PersistentVisitor;
  /** How many codes they have asked for. */
  codes: number;
  callback: string | null;
  registration: string | null;
  uploads: { id: string; bytes: Buffer; isPublic: boolean }[];
  portfolio: { id: string; version: number; headline: string } | null;
  applicationId: string | null;
}

const moonshot = '/api/v1/moonshot/';

/** Signs a new person up, and lets them do what needs no email, in an order of their own. */
export async function beginPerson(
  site: KilledSite,
  stage: Stage,
  n: number,
  random: Random,
): Promise<Person> {
  const phone = `98${10_000_000 + n * 10_007}`;
  const person: Person = {
    ...{ n, phone, e164: `+91${phone}`, email: `killed-${n}@example.com`, codes: 0 },
    visitor: new PersistentVisitor(site, n, new Map()),
    ...{ callback: null, registration: null, uploads: [], portfolio: null, applicationId: null },
  };
  const cookies = await signIn(site, person);
  person.visitor = new PersistentVisitor(site, n, cookies);
  const steps = [
    () => requestCallback(person),
    () => uploadFile(person, stage, random),
    () => uploadFile(person, stage, random),
    () => savePortfolio(site, person),
    () => savePortfolio(site, person),
  ];
  for (const step of random.shuffle(steps)) await step();
  return person;
}

/** Proves the email, takes a seat at the event and applies for the job. */
export async function finishPerson(person: Person, stage: Stage, code: string): Promise<void> {
  const { visitor } = person;
  const proved = await visitor.call('POST /api/v1/user/email-verification/verify/', { code });
  // Where the answer was cut off, the email is proved already.
  if (proved.status !== 200 && proved.body.error_code !== 'EMAIL_ALREADY_VERIFIED')
    throw new Error(`the email of ${person.n}: ${proved.status} ${JSON.stringify(proved.body)}`);
  const seat = await expectOk(visitor.call(`POST /api/v1/live-events/${stage.eventId}/register/`, {}));
  person.registration = seat.body.number;
  await apply(person, stage);
}

/**
 * Signs up, or logs in where the sign-up was stored and its answer cut off. Returns the cookies of the session that was acknowledged
 * last.
 */
async function signIn(site: KilledSite, person: Person): Promise<ReadonlyMap<string, string>> {
  for (;;) {
    await site.whenUp();
    const visitor = createVisitor(site, person.n);
    try {
      const answer = await enterCode(site, person, visitor);
      if (answer.status === 200) return visitor.cookies;
      if (![429, 503].includes(answer.status))
        throw new Error(`the sign-in of ${person.n}: ${answer.status} ${JSON.stringify(answer.body)}`);
      await wait(Math.min(answer.body.retry_after ?? 1, 60) * 1000);
    } catch (error) {
      if (!(error instanceof CutOff)) throw error;
    }
  }
}

async function enterCode(site: KilledSite, person: Person, visitor: Visitor) {
  const { phone, e164, email } = person;
  const number = { country_iso_code: 'IN', phone };
  const exists = await visitor.call('POST /api/v1/auth/user-exists/', number);
  if (exists.status !== 200) return exists;
  const isKnown: boolean = exists.body.user_exists;
  if (!isKnown) {
    const details = { first_name: 'Asha', last_name: 'Verma', email, ...number };
    const registered = await visitor.call('POST /api/v3/auth/register/', details);
    if (registered.status !== 200) return registered;
  }
  const path = isKnown ? '/api/v1/auth/login' : '/api/v1/user/phone-verification';
  person.codes += 1;
  const sent = await visitor.call(`POST ${path}/request-otp/`, isKnown ? number : {});
  if (sent.status !== 200) return sent;
  const otp = site.provider.received.find(({ to, code }) => to === e164 && code)?.code ?? '';
  return visitor.call(`POST ${path}/verify-otp/`, { otp_id: sent.body.otp_id, otp });
}

async function requestCallback(person: Person): Promise<void> {
  const { body } = await expectOk(
    person.visitor.call('POST /api/v1/cap/request-sales-callback/', {
      ...{ first_name: 'Asha', last_name: 'Verma', email: person.email },
      ...{ country_iso_code: 'IN', phone: person.phone },
      ...{ preferred_window: 'ASAP', consent: true, elapsed_ms: 20_000 },
    }),
  );
  person.callback = body.reference;
}

/** Uploads a picture, which is encoded anew, or a document, which is stored as it is. */
async function uploadFile(person: Person, { picture }: Stage, random: Random): Promise<void> {
  const isPublic = random.below(2) === 0;
  const document = Buffer.from(`%PDF-1.7\n% ${person.n} ${'x'.repeat(random.below(200_000))}\n%%EOF`);
  const file = isPublic
    ? { bytes: picture, name: 'photo.jpg', type: 'image/jpeg', isPublic }
    : { bytes: document, name: 'letter.pdf', type: 'application/pdf', isPublic };
  // The body is a stream, so each attempt makes its own.
  const { body } = await expectOk(person.visitor.repeat(() => upload(person.visitor.fork(), file)));
  person.uploads.push({ id: body.id, bytes: file.bytes, isPublic });
}

/** Saves a headline. Where the answer was cut off, the portfolio is as before or as saved. */
async function savePortfolio(site: KilledSite, person: Person): Promise<void> {
  const { visitor } = person;
  const read = async () => (await expectOk(visitor.call('GET /api/v1/portfolios/'))).body.results[0];
  const { id, version, headline: before } = await read();
  const headline = `Headline ${person.n} of version ${version + 1}`;
  for (;;) {
    await site.whenUp();
    try {
      const answer = await visitor
        .fork()
        .call(`PATCH /api/v1/portfolios/${id}/update/`, { version, headline });
      if (answer.status !== 503) {
        await expectOk(Promise.resolve(answer));
        break;
      }
    } catch (error) {
      if (!(error instanceof CutOff)) throw error;
      const now = await read();
      if (now.version === version + 1 && now.headline === headline) break;
      if (now.version !== version || now.headline !== before)
        throw new Error(`half a save of ${person.n}: ${JSON.stringify(now)}`);
    }
  }
  person.portfolio = { id, version: version + 1, headline };
}

async function apply(person: Person, { jobSlug, placeId }: Stage): Promise<void> {
  const { visitor } = person;
  await expectOk(visitor.call(`POST ${moonshot}register/`, { consent: true }));
  await expectOk(
    visitor.call(`PATCH ${moonshot}update-candidate-details/`, {
      ...completeDetails,
      ...{ current_location_id: placeId, preferred_location_ids: [placeId] },
    }),
  );
  await expectSubmitted(visitor.call(`POST ${moonshot}registration-details/submit/`, {}));
  const id = await startApplication(person, jobSlug);
  await expectSubmitted(visitor.call(`POST ${applications}${id}/submit/`, {}));
  person.applicationId = id;
}

/** Who sends it again after a cut hears that it was sent already. */
async function expectSubmitted(sent: ReturnType<Visitor['call']>): Promise<void> {
  const { status, body } = await sent;
  if (status !== 200 && body.error_code !== 'ALREADY_SUBMITTED')
    throw new Error(`answered ${status} ${JSON.stringify(body)}`);
}
