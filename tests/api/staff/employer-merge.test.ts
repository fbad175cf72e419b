import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { findEmployer, redirectMergedEmployer } from '#lib/server/hiring/employers/find-employer.ts';
import { handleEmployerForm } from '#lib/server/staff/hiring/employers/employer-forms.ts';
import { findNameOwner } from '#lib/server/staff/hiring/employers/employer-page.ts';
import { previewEmployerMerge } from '#lib/server/staff/hiring/employers/merge-employers.ts';
import { listLongUndos } from '#lib/server/staff/undo/list-long-undos.ts';
import { useTestApi } from '../../support/api.ts';
import { expectOk } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { formatJobCsv } from '../../support/hiring/job-csv.ts';
import {
  insertApplications,
  insertManyCandidates,
  postStaffForm,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

/** Contacts that come back, names that belong to one employer, and employers that turn out to be one. */

const test = useTestApi();
const employers = '/api/v1/staff/employers/';
let staff: Visitor;
let staffId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
});

const ask = async (key: string, body?: object) => (await expectOk(staff.call(key, body))).body;
const create = (name = 'Narmada Retail') =>
  ask(`POST ${employers}create/`, { name, website: null, about: 'Shops.' });
const contact = {
  ...{ name: 'Leena Joshi', role: 'Head of hiring', email: 'leena@narmada.example' },
  ...{ phone: '+91 98200 11223', note: 'Before noon', is_main: false },
};
const addContact = (id: string, more: object = {}) =>
  ask(`POST ${employers}${id}/contacts/create/`, { ...contact, ...more });
const findByName = async (name: string) =>
  (await ask(`GET ${employers}?search=${encodeURIComponent(name)}`)).results[0];
const undo = async (id: string) => {
  const [undoable] = await listLongUndos(test.db, staffId, id);
  return staff.call(`POST /api/v1/staff/actions/${undoable?.actionId}/undo/`, {});
};

describe('[API-41] a contact', () => {
  it('is added once, however often the form is sent, and only to its employer', async () => {
    const { id } = await create();
    const once = { id: randomUUID() };
    await Promise.all([addContact(id, once), addContact(id, once), addContact(id, once)]);
    expect((await ask(`GET ${employers}${id}/`)).contacts).toMatchObject([{ ...once, is_main: true }]);
    const other = await create('Boliqo');
    const foreign = await staff.call(`POST ${employers}${other.id}/contacts/create/`, {
      ...contact,
      ...once,
    });
    expect([foreign.status, Object.keys(foreign.body.field_errors)]).toEqual([400, ['id']]);
    const fields = { form: 'contact', newContactId: randomUUID(), name: 'Mohan Rao' };
    const page = () => postStaffForm(test, staff, `/staff/employers/${id}/`, fields);
    expect((await handleEmployerForm(test.api, page(), id)).done).toBe('contact-added');
    expect((await handleEmployerForm(test.api, page(), id)).done).toBe('contact-added');
    expect((await ask(`GET ${employers}${id}/`)).contacts).toHaveLength(2);
  });

  it('[C-40] that was deleted is in the audit with all of its facts, and can be restored', async () => {
    const { id } = await create();
    const { contacts } = await addContact(id);
    await ask(`DELETE /api/v1/staff/employer-contacts/${contacts[0].id}/delete/`);
    expect((await ask(`GET ${employers}${id}/`)).contacts).toEqual([]);
    const { results } = await ask(`GET /api/v1/staff/audit-events/?subject_id=${id}`);
    expect(results[0]).toMatchObject({
      action: 'employer.DELETE_CONTACT',
      details: { deleted: 'Leena Joshi', email: contact.email, phone: contact.phone, note: 'Before noon' },
    });
    expect((await undo(id)).status).toBe(200);
    expect((await ask(`GET ${employers}${id}/`)).contacts).toEqual(contacts);
    expect(await listLongUndos(test.db, staffId, id)).toEqual([]);
  });

  it('is reached by paging, however many there are', async () => {
    const { id } = await create();
    const names = Array.from({ length: 207 }, (_, index) => `Contact ${String(index).padStart(3, '0')}`);
    await test.db
      .insertInto('employerContact')
      .values(
        names.map((name, index) => ({
          ...{ id: randomUUID(), employerId: id, name, role: null, email: null, phone: null, note: null },
          isMain: index === 3,
        })),
      )
      .execute();
    const found: string[] = [];
    let next: string | null = `${employers}${id}/contacts/?limit=100`;
    while (next) {
      const page: { count: number; next: string | null; results: { name: string }[] } = await ask(
        `GET ${next}`,
      );
      expect(page.count).toBe(207);
      found.push(...page.results.map(({ name }) => name));
      next = page.next;
    }
    expect(found[0]).toBe('Contact 003');
    expect(found.toSorted()).toEqual(names);
  });
});

describe('[API-41] the name of an employer', () => {
  it('belongs to one employer, also after a change, and the answer leads to that one', async () => {
    const narmada = await create();
    const other = await create('Boliqo');
    const rename = (id: string, name: string) => staff.call(`PATCH ${employers}${id}/update/`, { name });
    const taken = await rename(other.id, 'NARMADA retail');
    expect([taken.status, taken.body.error_code, taken.body.existing]).toEqual([
      409,
      'ALREADY_EXISTS',
      { id: narmada.id, name: 'Narmada Retail' },
    ]);
    expect((await rename(narmada.id, 'Narmada RETAIL')).status).toBe(200);
    expect((await rename('no-id', 'Tapti')).status).toBe(404);
    const answers = await Promise.all([rename(narmada.id, 'Tapti'), rename(other.id, 'tapti')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const values = { form: 'employer', name: 'TAPTI', about: 'x', version: '1' };
    const third = await create('Third');
    const page = postStaffForm(test, staff, `/staff/employers/${third.id}/`, values);
    const form = await handleEmployerForm(test.api, page, third.id);
    expect(form.errors?.fields.name).toMatch(/^There is an employer named “tapti” already$/i);
    expect((await findNameOwner(test.db, form))?.name.toLowerCase()).toBe('tapti');
  });
});

describe('[API-41] two employers that turn out to be one', () => {
  const merge = (id: string, otherId: string) =>
    staff.call(`POST ${employers}${id}/merge/`, { other_employer_id: otherId });

  it('keep both names: only the one that stays may take the other name, and then nothing is undone', async () => {
    const [kept, other] = [await create('Kaveri Retail'), await create('Kaveri')];
    await merge(kept.id, other.id);
    const rename = (id: string, name: string) => staff.call(`PATCH ${employers}${id}/update/`, { name });
    const third = await create('Third');
    for (const taken of [
      await rename(third.id, 'KAVERI'),
      await staff.call(`POST ${employers}create/`, { name: 'Kaveri', website: null, about: 'x' }),
    ])
      expect([taken.status, taken.body.existing]).toEqual([409, { id: kept.id, name: 'Kaveri' }]);
    expect((await rename(kept.id, 'Kaveri')).status).toBe(200);
    const { id: actionId } = await test.db
      .selectFrom('staffAction')
      .select('id')
      .where('action', '=', 'employer.MERGE')
      .executeTakeFirstOrThrow();
    const undone = await staff.call(`POST /api/v1/staff/actions/${actionId}/undo/`, {});
    expect([undone.status, undone.body.error_code]).toEqual([409, 'UNDO_CONFLICT']);
    const names = await test.db
      .selectFrom('employer')
      .select('mergedIntoId')
      .where('name', '=', 'Kaveri')
      .execute();
    expect(names.filter(({ mergedIntoId }) => mergedIntoId === null)).toHaveLength(1);
  });

  it('are previewed and merged with jobs and contacts, and the old address leads to the one that stays', async () => {
    const kept = await create('Sarvalane');
    await addContact(kept.id, { name: 'Own main' });
    const other = await findByName('Sarvalane Operations');
    await addContact(other.id);
    const before = await findEmployer(test.db, 'sarvalane-operations', null);
    const preview = await previewEmployerMerge(test.db, kept.id, other.id);
    expect(preview.other).toMatchObject({ name: 'Sarvalane Operations', contacts: 1 });
    expect(preview.other.jobs).toBeGreaterThan(0);
    const [first, second] = await Promise.all([merge(kept.id, other.id), merge(kept.id, other.id)]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);

    const merged = await ask(`GET ${employers}${other.id}/`);
    expect(merged).toMatchObject({ id: kept.id, name: 'Sarvalane', open_jobs: other.open_jobs });
    expect(merged.contacts).toMatchObject([
      { name: 'Own main', is_main: true },
      { name: 'Leena Joshi', note: 'Before noon', is_main: false },
    ]);
    const moved = await redirectMergedEmployer(test.db, 'sarvalane-operations');
    expect([moved?.status, moved?.headers.get('location'), moved?.headers.get('cache-control')]).toEqual([
      ...[302, '/moonshot/employers/sarvalane/', 'no-store'],
    ]);
    expect(await redirectMergedEmployer(test.db, 'sarvalane')).toBeNull();
    const now = await findEmployer(test.db, 'sarvalane', null);
    expect(now?.jobs.map(({ id }) => id)).toEqual(before?.jobs.map(({ id }) => id));
    expect((await ask(`GET ${employers}?archived=true`)).results).toEqual([]);
    expect((await ask(`GET ${employers}?search=operations`)).results).toEqual([]);
    const { results: history } = await ask(`GET /api/v1/staff/audit-events/?subject_id=${kept.id}`);
    expect(history[0]).toMatchObject({
      action: 'employer.MERGE',
      details: { merged: 'Sarvalane Operations', jobs: preview.other.jobs, contacts: 1 },
    });

    const csv = formatJobCsv([{ employer: 'Sarvalane Operations', code: 'NEW-9', slug: 'new-9' }]);
    await ask('POST /api/v1/staff/jobs/import/', { csv, is_preview: false });
    const { employerId } = await test.db
      .selectFrom('job')
      .select('employerId')
      .where('code', '=', 'NEW-9')
      .executeTakeFirstOrThrow();
    expect(employerId, 'a file with the old name').toBe(kept.id);
  });

  it('[C-42] leave nothing to write on the one that was merged, by a form that was open', async () => {
    const kept = await create('Sarvalane');
    const other = await findByName('Sarvalane Operations');
    const before = await ask(`GET ${employers}${other.id}/`);
    const { version } = before;
    await merge(kept.id, other.id);
    const readAll = async () => ({
      employers: await test.db.selectFrom('employer').selectAll().orderBy('id').execute(),
      contacts: await test.db.selectFrom('employerContact').selectAll().orderBy('id').execute(),
    });
    const stored = await readAll();
    expect(stored.employers.find(({ id }) => id === other.id)?.version).toBe(version + 1);
    const writes: [key: string, body: object][] = [
      [`PATCH ${employers}${other.id}/update/`, { about: 'Typed for long.', version }],
      [`PATCH ${employers}${other.id}/update/`, { about: 'Typed for long.' }],
      [`POST ${employers}${other.id}/archive/`, { is_archived: true }],
      [`POST ${employers}${other.id}/archive/`, { is_archived: false }],
      [`POST ${employers}${other.id}/contacts/create/`, contact],
    ];
    for (const [key, body] of writes) {
      const { status, body: answer } = await staff.call(key, body);
      expect([status, answer.error_code], key).toEqual([409, 'INVALID_STATE']);
    }
    const values = { form: 'employer', name: other.name, about: 'Typed for long.', version: String(version) };
    const page = postStaffForm(test, staff, `/staff/employers/${other.id}/`, values);
    const { errors, values: typed } = await handleEmployerForm(test.api, page, other.id);
    expect(errors?.message).toMatch(/^Sarvalane Operations was merged into Sarvalane/);
    expect(typed?.about).toBe('Typed for long.');
    expect(await readAll()).toEqual(stored);
  });

  it('are one in lists by either, and their preview says that the one that stays is taken back', async () => {
    const kept = await create('Sarvalane');
    const other = await findByName('Sarvalane Operations');
    await ask(`POST ${employers}${kept.id}/archive/`, { is_archived: true });
    const preview = await previewEmployerMerge(test.db, kept.id, other.id);
    expect([preview.kept.isArchived, preview.other.isArchived]).toEqual([true, false]);
    const { id: jobId } = await test.db
      .selectFrom('job')
      .select('id')
      .where('employerId', '=', other.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    const [userId = ''] = await insertManyCandidates(test.db, 1, 4000);
    await insertApplications(test.db, [{ userId, jobId, status: 'SUBMITTED', dueInHours: 6 }]);
    const list = async (id: string) =>
      (await ask(`GET /api/v1/staff/job-applications/?status=SUBMITTED&employer_id=${id}`)).results;
    const before = await list(other.id);
    expect(before).toHaveLength(1);
    await merge(kept.id, other.id);
    expect((await ask(`GET ${employers}${kept.id}/`)).is_archived).toBe(false);
    expect(await list(other.id)).toMatchObject([{ id: before[0].id }]);
    expect(await list(kept.id)).toMatchObject([{ id: before[0].id }]);
  });

  it('are two again after an undo', async () => {
    const kept = await create('Sarvalane');
    const other = await findByName('Sarvalane Operations');
    await addContact(other.id);
    const readAll = async () => ({
      employers: await test.db.selectFrom('employer').selectAll().orderBy('id').execute(),
      jobs: await test.db.selectFrom('job').select(['id', 'employerId']).orderBy('id').execute(),
      contacts: await test.db.selectFrom('employerContact').selectAll().orderBy('id').execute(),
    });
    const before = await readAll();
    await merge(kept.id, other.id);
    expect((await undo(kept.id)).status).toBe(200);
    expect(await readAll()).toEqual(before);
    const again = await merge(other.id, kept.id);
    expect([again.status, again.body.name]).toEqual([200, 'Sarvalane Operations']);
    expect((await merge(other.id, other.id)).status).toBe(400);
  });
});
