import { beforeEach, describe, expect, it } from 'vitest';
import { findEmployer, listHiringEmployerAddresses } from '#lib/server/hiring/employers/find-employer.ts';
import { useTestApi } from '../../support/api.ts';
import { expectOk } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { formatJobCsv } from '../../support/hiring/job-csv.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const employers = '/api/v1/staff/employers/';
let staff: Visitor;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
});

const create = async (name = 'Narmada Retail') =>
  (
    await expectOk(
      staff.call(`POST ${employers}create/`, { name, website: 'narmada.example', about: 'Shops.' }),
    )
  ).body;
const contact = { name: 'Leena Joshi', role: null, email: null, phone: null, note: null, is_main: false };

describe('[API-41] employers', () => {
  it('are listed with their open jobs, found by name, and have one address', async () => {
    const made = await create();
    expect(made).toMatchObject({ slug: 'narmada-retail', website: 'https://narmada.example/', open_jobs: 0 });
    const twice = await staff.call(`POST ${employers}create/`, {
      name: 'NARMADA retail',
      website: null,
      about: 'x',
    });
    expect([twice.status, twice.body.error_code]).toEqual([409, 'ALREADY_EXISTS']);
    const link = await staff.call(`POST ${employers}create/`, {
      name: 'A',
      website: 'javascript:x',
      about: 'x',
    });
    expect([link.status, link.body.error_code]).toEqual([400, 'LINK_INVALID']);
    const { body } = await staff.call(`GET ${employers}?search=sarvalane`);
    expect([body.count, body.results[0].name, body.results[0].open_jobs > 0]).toEqual([
      1,
      'Sarvalane Operations',
      true,
    ]);
  });

  it('keep what another person has changed', async () => {
    const { id, version } = await create();
    const patch = (body: object) => staff.call(`PATCH ${employers}${id}/update/`, body);
    expect((await expectOk(patch({ about: 'Many shops.', version }))).body.version).toBe(version + 1);
    const stale = await patch({ name: 'Narmada', version });
    expect([stale.status, stale.body.current.about]).toEqual([409, 'Many shops.']);
    const unchanged = await expectOk(patch({ about: 'Many shops.', version: version + 1 }));
    expect(unchanged.body.version).toBe(version + 1);
  });

  it('are archived only without an open job, and then take no new one', async () => {
    const { body } = await staff.call(`GET ${employers}?search=boliqo`);
    const { id } = body.results[0];
    const archive = (employerId: string) =>
      staff.call(`POST ${employers}${employerId}/archive/`, { is_archived: true });
    expect((await archive(id)).body.error).toBe('This employer has an open job. Close its jobs first.');
    const made = await create();
    expect((await expectOk(archive(made.id))).body.is_archived).toBe(true);
    const [job] = (await staff.call('GET /api/v1/staff/jobs/?limit=1')).body.results;
    const moved = await staff.call(`PATCH /api/v1/staff/jobs/${job.id}/update/`, { employer_id: made.id });
    expect([moved.status, moved.body.field_errors]).toEqual([
      400,
      { employer_id: 'Please choose an employer that is not archived' },
    ]);

    const paused = await test.db
      .updateTable('job')
      .set({ status: 'PAUSED' })
      .where('employerId', '=', id)
      .where('status', '=', 'OPEN')
      .returning('id')
      .execute();
    await expectOk(archive(id));
    const resumed = await staff.call(`POST /api/v1/staff/jobs/${paused[0]?.id}/move/`, { action: 'RESUME' });
    expect([resumed.status, resumed.body.error]).toEqual([
      409,
      'The employer of this job is archived. Take the employer back first.',
    ]);
    // The page shows the same reason beside its button; closing is still possible.
    const { body: shown } = await staff.call(`GET /api/v1/staff/jobs/${paused[0]?.id}/`);
    const actions = shown.allowed_actions as { action: string; enabled: boolean; reason: string | null }[];
    expect(actions.find(({ action }) => action === 'RESUME')).toEqual({
      ...{ action: 'RESUME', enabled: false },
      reason: 'The employer of this job is archived. Take the employer back first.',
    });
    expect(actions.find(({ action }) => action === 'CLOSE')?.enabled).toBe(true);
  });

  it('have a public page with their open jobs, which the sitemap lists while there are any', async () => {
    const { slug } = await create();
    expect(await findEmployer(test.db, slug, null), 'it has had no open job').toBeNull();
    expect(await findEmployer(test.db, 'nobody', null)).toBeNull();
    const sarvalane = await findEmployer(test.db, 'sarvalane-operations', null);
    expect(
      sarvalane?.jobs.every(({ status, employer }) => status === 'OPEN' && employer.name === sarvalane.name),
    ).toBe(true);
    const listed = (await listHiringEmployerAddresses(test.db)).map((one) => one.slug);
    expect(listed).toEqual(['boliqo-connect', 'sarvalane-operations']);
  });

  it.each(['narmada', 'leena JOSHI', 'leena@narmada', '98200-11223', '+91 98200 11223'])(
    '[API-42] are found by “%s”',
    async (q) => {
      const { id } = await create();
      const person = { ...contact, email: 'leena@narmada.example', phone: '+91 98200 11223' };
      await expectOk(staff.call(`POST ${employers}${id}/contacts/create/`, person));
      const { results } = (await staff.call(`GET /api/v1/staff/search/?${new URLSearchParams({ q })}`)).body;
      expect(results).toMatchObject([{ kind: 'EMPLOYER', id, href: `/staff/employers/${id}/` }]);
    },
  );

  it('are added by an import of jobs, once, and the preview says so', async () => {
    const rows = [1, 2].map((n) => ({ employer: 'Narmada Retail', code: `NEW-${n}`, slug: `new-${n}` }));
    const csv = formatJobCsv([...rows, { employer: 'sarvalane  operations', code: 'NEW-3', slug: 'new-3' }]);
    const send = async (is_preview: boolean) =>
      (await expectOk(staff.call('POST /api/v1/staff/jobs/import/', { csv, is_preview }))).body;
    const notes = ['Adds the employer “Narmada Retail”. Write about it on its page.'];
    expect((await send(true)).rows).toMatchObject([
      { ok: true, notes },
      { ok: true, notes },
      { ok: true, notes: [] },
    ]);
    const listed = async () => (await staff.call(`GET ${employers}?search=narmada`)).body.results;
    expect(await listed()).toEqual([]);
    expect((await send(false)).count).toBe(3);
    expect(await listed()).toMatchObject([{ slug: 'narmada-retail', name: 'Narmada Retail' }]);
    expect((await staff.call('GET /api/v1/staff/jobs/?search=narmada')).body.count).toBe(2);
  });

  it('[C-42] have one main contact, whoever presses at the same time', async () => {
    const { id } = await create();
    await Promise.all(
      ['Leena', 'Mohan', 'Nisha', 'Omar'].map((name) =>
        expectOk(staff.call(`POST ${employers}${id}/contacts/create/`, { ...contact, name, is_main: true })),
      ),
    );
    const { contacts } = (await staff.call(`GET ${employers}${id}/`)).body;
    expect(contacts.map((one: { is_main: boolean }) => one.is_main)).toEqual([true, false, false, false]);
    const path = `/api/v1/staff/employer-contacts/${contacts[1].id}/`;
    const { body } = await expectOk(
      staff.call(`PATCH ${path}update/`, { is_main: true, phone: '98200 11223' }),
    );
    expect(body.contacts[0]).toMatchObject({ id: contacts[1].id, phone: '+91 98200 11223', is_main: true });
    const again = await expectOk(staff.call(`PATCH ${path}update/`, { is_main: true, note: 'Calls back.' }));
    expect(again.body.contacts[0], 'the main contact stays it').toMatchObject({
      note: 'Calls back.',
      is_main: true,
    });
    expect((await expectOk(staff.call(`DELETE ${path}delete/`))).body.contacts).toHaveLength(3);
    expect((await test.visitor().call(`GET ${employers}${id}/`)).status).toBe(404);
  });
});
