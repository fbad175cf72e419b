import { v7 as uuidv7 } from 'uuid';
import type { staffEventRoutes } from '#lib/contract/staff/events/live-events.ts';
import type { TestApi } from '../api.ts';
import { insertEvent } from '../events.ts';

/** Every write of staff about events. */
export type EventWrite = Exclude<keyof typeof staffEventRoutes, `GET ${string}`>;

/** Returns a valid body of a new event, which begins in three days. */
export function newEventBody(values: object = {}): Record<string, unknown> {
  const startsAt = new Date(Math.ceil(Date.now() / 3_600_000 + 72) * 3_600_000);
  return {
    ...{ title: 'Write a résumé', kind: 'WORKSHOP', program_type: null, summary: 'Bring yours.' },
    ...{ description: 'We **rewrite** three.', takeaways: ['One page'], agenda: [] },
    speakers: ['Kavya Reddy', 'Asha Rao, recruiter, Novatel'],
    starts_at: startsAt.toISOString(),
    ends_at: new Date(startsAt.getTime() + 3_600_000).toISOString(),
    ...{ time_zone: 'Asia/Kolkata', mode: 'ONLINE', venue: null, capacity: 40 },
    ...{ join_url: 'https://meet.example.com/resume', registration_closes_at: null },
    ...{ waitlist_enabled: true, recording_url: null, slides_url: null, gives_certificate: false },
    ...values,
  };
}

/** One valid request for each write endpoint of events. A missing endpoint does not compile. */
export function eventWrites(
  test: TestApi,
  scene: () => { id: string },
): Record<EventWrite, () => Promise<{ key: string; body: object }>> {
  const path = '/api/v1/staff/events/';
  return {
    'POST /api/v1/staff/events/create/': async () => ({ key: `POST ${path}create/`, body: newEventBody() }),
    'PATCH /api/v1/staff/events/{eventId}/update/': async () => ({
      key: `PATCH ${path}${(await insertEvent(test.db)).id}/update/`,
      body: { title: 'A better title', version: 1 },
    }),
    'POST /api/v1/staff/events/{eventId}/move/': async () => ({
      key: `POST ${path}${(await insertEvent(test.db)).id}/move/`,
      body: { action: 'POSTPONE', is_preview: false },
    }),
    'POST /api/v1/staff/events/{eventId}/attendance/': async () => {
      const { id } = await insertEvent(test.db, { startsAt: new Date(Date.now() - 60_000), taken: 1 });
      const registrationId = uuidv7();
      await test.db
        .insertInto('eventRegistration')
        .values({
          ...{ id: registrationId, number: `LE-${registrationId}`, eventId: id, userId: scene().id },
          ...{ status: 'REGISTERED', waitlistPosition: null, offerExpiresAt: null },
        })
        .execute();
      const body = { status: 'ATTENDED', registration_ids: [registrationId] };
      return { key: `POST ${path}${id}/attendance/`, body };
    },
  };
}
