import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TestApi } from '../../support/api.ts';
import { signUp } from '../../support/auth/people.ts';
import {
  applications,
  type Candidate,
  completeDetails,
  expectOk,
  jobs,
  requirePlaceId,
  startApplication,
} from '../../support/hiring/candidates.ts';
import { offerBody } from '../../support/hiring/offers.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import { openTestApi } from '../applications.ts';
import { printHeading } from '../report.ts';
import { insertSession, requireAdminId } from '../staff-pages.ts';
import { type Cost, measureStatements } from './statement-costs.ts';

/** So many people make each journey. */
const people = 20;

const moonshot = '/api/v1/moonshot/';

/** Prints what each part of a person's way costs: the requests that a browser sends, on the filled database, with their messages. */
export async function measureJourneys(databaseUrl: string): Promise<void> {
  const { test, close } = await openTestApi({ databaseUrl, dataDir: '' });
  try {
    const journeys = await prepareJourneys(test);
    printHeading(`Journeys, each of one person (the middle of ${people})`);
    for (const [name, { run, prepare }] of Object.entries(journeys)) {
      for (let n = 0; n < people; n += 1) await prepare?.(n);
      const cost = await measureStatements(test.db, people, async (n) => {
        await run(n);
        await deliverDue(test);
      });
      printCost(name, cost);
    }
  } finally {
    await close();
  }
}

function printCost(name: string, { statements, databaseMs, cpuMs, walBytes, rows }: Cost): void {
  const all = [...rows].toSorted(([, one], [, other]) => other.inserted - one.inserted);
  const bytes = all.reduce((sum, [, row]) => sum + row.inserted * row.bytesPerRow, 0);
  console.log(
    `  ${name.padEnd(24)}${statements.toFixed(0).padStart(4)} statements ${databaseMs.toFixed(1).padStart(6)} ms in PostgreSQL ${cpuMs.toFixed(1).padStart(6)} ms CPU of the server` +
      `${(walBytes / 1000).toFixed(1).padStart(7)} KB of WAL${(bytes / 1000).toFixed(1).padStart(6)} KB of rows with indexes`,
  );
  console.log(
    `      ${all
      .filter(([, { inserted, updated }]) => inserted + updated >= 0.05)
      .map(
        ([table, { inserted, updated }]) =>
          `${table} ${round(inserted)}${updated >= 0.05 ? `, ${round(updated)} updated` : ''}`,
      )
      .join('; ')}`,
  );
}

const round = (count: number): string => String(Math.round(count * 10) / 10);

interface Journey {
  run(n: number): Promise<void>;
  /** What is not a part of it. */
  prepare?(n: number): Promise<unknown>;
}

/** Returns the journeys in the order in which a person makes them; the later ones go on with the people of the earlier. */
async function prepareJourneys(test: TestApi): Promise<Record<string, Journey>> {
  const { db } = test;
  const staff = test.visitor();
  staff.cookies.set('__Host-sid', await insertSession(db, await requireAdminId(db)));
  const slug = await prepareJob(test);
  const bengaluru = await requirePlaceId(db, 'Bengaluru');
  const { id: eventId } = await db
    .selectFrom('liveEvent')
    .select('id')
    .where('startsAt', '>', sql<Date>`now() + interval '1 day'`)
    .where('capacity', 'is', null)
    .where('status', '=', 'SCHEDULED')
    .orderBy('taken', 'desc')
    .executeTakeFirstOrThrow();
  const visitors: Candidate[] = [];
  const ids: string[] = [];
  const person = (n: number) => visitors[n] as Candidate;
  const move = (n: number, action: string) =>
    expectOk(
      staff.call('POST /api/v1/staff/job-applications/move/', {
        application_ids: [ids[n]],
        action,
        reason_code: 'OTHER',
      }),
    ).then(({ body }) => {
      if (!body.results[0].ok) throw new Error(`${action}: ${JSON.stringify(body.results[0].error)}`);
    });
  return {
    'a visit of ten events': {
      run: async (n) => {
        const events = Array.from({ length: 10 }, (_, index) => ({
          ...{ name: 'page_viewed', number: index + 1, age: 1000, path: '/programs/embark-pro/' },
          properties: { referrer_host: null },
        }));
        const headers = { cookie: 'consent=analytics', 'x-test-address': `192.0.2.${n}` };
        await expectOk(
          test.visitor().call('POST /api/v1/analytics/events/', { visit_id: randomUUID(), events }, headers),
        );
      },
    },
    'sign-up with a code': {
      run: async (n) => {
        const visitor = test.visitor();
        const phone = `97${String(10_000_000 + Math.floor(Math.random() * 89_999_999))}`;
        await expectOk(visitor.call('POST /api/v1/auth/user-exists/', { country_iso_code: 'IN', phone }));
        const signedUp = await signUp(test, { phone, visitor });
        const { body } = await expectOk(
          visitor.call('POST /api/v1/user/phone-verification/request-otp/', {}),
        );
        const otp = await test.codeFor(signedUp.e164);
        const answer = await expectOk(
          visitor.call('POST /api/v1/user/phone-verification/verify-otp/', { otp_id: body.otp_id, otp }),
        );
        visitors[n] = { ...signedUp, userId: answer.body.user?.id ?? '' };
      },
    },
    'a seat at an event': {
      prepare: (n) =>
        db
          .updateTable('appUser')
          .set({ emailVerifiedAt: sql<Date>`now()` })
          .where('phoneE164', '=', person(n).e164)
          .execute(),
      run: async (n) => {
        await expectOk(person(n).visitor.call(`GET /api/v1/live-events/${eventId}/`));
        await expectOk(person(n).visitor.call(`POST /api/v1/live-events/${eventId}/register/`, {}));
      },
    },
    'details of a candidate': {
      run: async (n) => {
        const { visitor } = person(n);
        await expectOk(visitor.call(`POST ${moonshot}register/`, { consent: true }));
        await expectOk(
          visitor.call(`PATCH ${moonshot}update-candidate-details/`, {
            ...completeDetails,
            ...{ current_location_id: bengaluru, preferred_location_ids: [bengaluru] },
          }),
        );
        await expectOk(visitor.call(`POST ${moonshot}registration-details/submit/`, {}));
      },
    },
    'an application': {
      run: async (n) => {
        await expectOk(person(n).visitor.call(`GET ${jobs}`));
        await expectOk(person(n).visitor.call(`GET ${jobs}${slug}/`));
        ids[n] = await startApplication(person(n), slug);
        await expectOk(person(n).visitor.call(`POST ${applications}${ids[n]}/submit/`, {}));
        await expectOk(person(n).visitor.call(`GET ${applications}${ids[n]}/`));
      },
    },
    'review by staff': {
      run: async (n) => {
        await expectOk(staff.call(`GET /api/v1/staff/job-applications/${ids[n]}/`));
        for (const action of ['START_REVIEW', 'SHORTLIST', 'MOVE_TO_INTERVIEW']) await move(n, action);
      },
    },
    'a time for an interview': {
      run: async (n) => {
        const { visitor } = person(n);
        const { body } = await expectOk(
          visitor.call(`GET ${applications}${ids[n]}/reschedule-interview/slots/`),
        );
        await expectOk(
          visitor.call(`POST ${applications}${ids[n]}/reschedule-interview/`, {
            slot_id: body.days[n % body.days.length].slots[0].id,
          }),
        );
      },
    },
    'an offer and a hire': {
      prepare: (n) => beginInterview(test, ids[n] ?? ''),
      run: async (n) => {
        await move(n, 'COMPLETE_INTERVIEW');
        await expectOk(staff.call(`POST /api/v1/staff/job-applications/${ids[n]}/offer/`, offerBody()));
        await expectOk(
          person(n).visitor.call(`POST ${applications}${ids[n]}/accept-offer/`, {
            version: 1,
            name: 'Asha Verma',
          }),
        );
        await move(n, 'HIRE');
      },
    },
    'a log-in': {
      // The account has asked for a code a moment ago.
      prepare: (n) =>
        db
          .updateTable('otpChallenge')
          .set({ createdAt: sql<Date>`created_at - interval '1 minute'` })
          .where('phoneE164', '=', person(n).e164)
          .execute(),
      run: async (n) => {
        const [visitor, body] = [test.visitor(), { country_iso_code: 'IN', phone: person(n).phone }];
        await expectOk(visitor.call('POST /api/v1/auth/user-exists/', body));
        const sent = await expectOk(visitor.call('POST /api/v1/auth/login/request-otp/', body));
        const otp = await test.codeFor(person(n).e164);
        await expectOk(
          visitor.call('POST /api/v1/auth/login/verify-otp/', { otp_id: sent.body.otp_id, otp }),
        );
      },
    },
    'a certificate': {
      run: async () => {
        await expectOk(test.visitor().call('GET /api/v1/public/certificates/K7TQM4XWHN2C/'));
      },
    },
  };
}

/** Prepares a job whose stages are details, review, interview and offer, with times for interviews. Returns its slug. */
async function prepareJob({ db }: TestApi): Promise<string> {
  const slug = 'order-to-cash-associate-cl12';
  const stages = ['FORM', 'REVIEW', 'INTERVIEW', 'OFFER'].map((kind) => ({
    key: kind.toLowerCase(),
    kind,
    title: kind,
  }));
  const { id } = await db
    .updateTable('job')
    .set({
      stages: JSON.stringify(stages),
      applyBy: sql<Date>`now() + interval '30 days'`,
      status: 'OPEN',
      closedAt: null,
    })
    .where('slug', '=', slug)
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into interview_slot (id, job_id, starts_at, ends_at, time_zone, mode, join_url, capacity)
    select gen_random_uuid(), ${id}, at, at + interval '30 minutes', 'Asia/Kolkata', 'VIDEO', 'https://meet.example/room', ${people * 2}
    from generate_series(1, 3) n cross join lateral (select now() + make_interval(days => n) as at) time`.execute(
    db,
  );
  return slug;
}

/** Moves the booked time of an application's interview into the past. */
const beginInterview = ({ db }: TestApi, applicationId: string) =>
  sql`
    with past as (
      insert into interview_slot select (jsonb_populate_record(slot, jsonb_build_object('id', gen_random_uuid(), 'starts_at', now() - interval '1 hour', 'ends_at', now() - interval '30 minutes', 'taken', 1))).*
      from interview_slot slot join interview on slot_id = slot.id where application_id = ${applicationId} returning id)
    update interview set slot_id = past.id from past where application_id = ${applicationId}`.execute(db);
