import type { employerLinkRoutes } from '#lib/contract/hiring/employer-links.ts';
import type { applicationCityRoutes } from '#lib/contract/staff/hiring/application-city.ts';
import type { applicationListRoutes } from '#lib/contract/staff/hiring/application-lists.ts';
import type { staffEmployerRoutes } from '#lib/contract/staff/hiring/employers.ts';
import type { TestApi } from '../api.ts';
import type { Visitor } from '../visitor.ts';
import { employerLinkWrites } from './employer-links.ts';
import { answeredOfferWrite } from './offers.ts';

/** One valid request that changes the city of an application. A missing endpoint does not compile. */
function applicationCityWrites(
  test: TestApi,
  sceneOf: () => { jobId: string; applicationId: string },
): Record<keyof typeof applicationCityRoutes, () => Promise<{ key: string; body: object }>> {
  return {
    'POST /api/v1/staff/job-applications/{jobApplicationId}/change-city/': async () => {
      const { jobId, applicationId } = sceneOf();
      const { jobLocationId } = await test.db
        .selectFrom('jobJobLocation')
        .select('jobLocationId')
        .where('jobId', '=', jobId)
        .executeTakeFirstOrThrow();
      return {
        key: `POST /api/v1/staff/job-applications/${applicationId}/change-city/`,
        body: { location_id: jobLocationId, current_location_id: null, reason: 'More openings' },
      };
    },
  };
}

/** One valid request for each write of the saved lists of applications. A missing endpoint does not compile. */
function applicationListWrites(
  sceneOf: () => { staff: Visitor },
): Record<
  Exclude<keyof typeof applicationListRoutes, `GET ${string}`>,
  () => Promise<{ key: string; body: object }>
> {
  const path = '/api/v1/staff/application-filters/';
  const list = { name: 'Late ones', search: 'late=true' };
  const save = async () => (await sceneOf().staff.call(`POST ${path}save/`, list)).body.id;
  return {
    'POST /api/v1/staff/application-filters/save/': async () => ({ key: `POST ${path}save/`, body: list }),
    'POST /api/v1/staff/application-filters/{filterId}/rename/': async () => ({
      key: `POST ${path}${await save()}/rename/`,
      body: { name: 'Too late' },
    }),
    'POST /api/v1/staff/application-filters/{filterId}/delete/': async () => ({
      key: `POST ${path}${await save()}/delete/`,
      body: {},
    }),
  };
}

type EmployerWrite = Exclude<keyof typeof staffEmployerRoutes, `GET ${string}`>;

/** One valid request for each write endpoint of employers, and for a new place. A missing endpoint does not compile. */
function employerWrites({
  call,
}: {
  call: (key: string, body?: object) => ReturnType<Visitor['call']>;
}): Record<
  EmployerWrite | 'POST /api/v1/staff/locations/create/',
  () => Promise<{ key: string; body: object }>
> {
  const employers = '/api/v1/staff/employers/';
  const employer = { name: 'Third Employer', website: null, about: 'They are new.' };
  const contact = { name: 'Leena Joshi', role: null, email: null, phone: null, note: null, is_main: false };
  const create = async () => (await call(`POST ${employers}create/`, employer)).body.id;
  const createContact = async () => {
    const { body } = await call(`POST ${employers}${await create()}/contacts/create/`, contact);
    return `/api/v1/staff/employer-contacts/${body.contacts[0].id}/`;
  };
  return {
    'POST /api/v1/staff/employers/create/': async () => ({ key: `POST ${employers}create/`, body: employer }),
    'PATCH /api/v1/staff/employers/{employerId}/update/': async () => ({
      key: `PATCH ${employers}${await create()}/update/`,
      body: { about: 'They are **not** new.' },
    }),
    'POST /api/v1/staff/employers/{employerId}/archive/': async () => ({
      key: `POST ${employers}${await create()}/archive/`,
      body: { is_archived: true },
    }),
    'POST /api/v1/staff/employers/{employerId}/merge/': async () => {
      const { body: other } = await call(`POST ${employers}create/`, {
        ...employer,
        name: 'Third Employers',
      });
      return { key: `POST ${employers}${await create()}/merge/`, body: { other_employer_id: other.id } };
    },
    'POST /api/v1/staff/employers/{employerId}/contacts/create/': async () => ({
      key: `POST ${employers}${await create()}/contacts/create/`,
      body: contact,
    }),
    'PATCH /api/v1/staff/employer-contacts/{contactId}/update/': async () => ({
      key: `PATCH ${await createContact()}update/`,
      body: { role: 'Head of hiring' },
    }),
    'DELETE /api/v1/staff/employer-contacts/{contactId}/delete/': async () => ({
      key: `DELETE ${await createContact()}delete/`,
      body: {},
    }),
    'POST /api/v1/staff/locations/create/': async () => ({
      key: 'POST /api/v1/staff/locations/create/',
      body: { city: 'Mysuru', region: 'Karnataka', country_iso_code: 'IN' },
    }),
  };
}

export type HiringRoute =
  | keyof typeof applicationCityRoutes
  | keyof typeof applicationListRoutes
  | keyof typeof staffEmployerRoutes
  | keyof typeof employerLinkRoutes
  | 'POST /api/v1/staff/offers/{offerId}/mark-read/';

/** One valid request for each of these write endpoints. */
export const hiringWrites = (
  test: TestApi,
  sceneOf: () => { staff: Visitor; jobId: string; applicationId: string },
) => ({
  ...employerLinkWrites(test, sceneOf),
  'POST /api/v1/staff/offers/{offerId}/mark-read/': () =>
    answeredOfferWrite(test.db, sceneOf().applicationId),
  ...applicationCityWrites(test, sceneOf),
  ...applicationListWrites(sceneOf),
  ...employerWrites({ call: (key, body) => sceneOf().staff.call(key, body) }),
});
