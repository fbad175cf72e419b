import { beforeEach, expect, it } from 'vitest';
import { previewMerge } from '#lib/server/staff/leads/preview-merge.ts';
import { listLongUndos } from '#lib/server/staff/undo/list-long-undos.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { requestBrochure, requestCall, requestLead } from '../../support/leads/requests.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi({ CALLBACKS_PER_HOUR: '1000' });
const path = '/api/v1/staff/leads/';
const email = 'meera@example.com';
let staff: Visitor;
let staffId: string;

beforeEach(async () => {
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  await test.db.deleteFrom('lead').execute();
});

const act = (id: string, name: string, body: object) => staff.call(`POST ${path}${id}/${name}/`, body);
const read = async (id: string) => (await staff.call(`GET ${path}${id}/`)).body;
const merge = (id: string, otherId: string) => act(id, 'merge', { other_lead_id: otherId });

/** Makes two leads of one person; the second one has been called, has a note and is the only one with a city. */
async function makeTwo() {
  const lead = await requestLead(test, staff, { email });
  const other = await requestLead(test, staff, { email, message: 'In the evening' });
  await act(other.id, 'log-attempt', { outcome: 'NO_ANSWER', note: 'Rang twice' });
  await act(other.id, 'note', { text: 'Her brother picked up' });
  await test.db.updateTable('lead').set({ city: 'Pune' }).where('id', '=', other.id).execute();
  return { lead, other };
}

/** Returns all rows of leads, as the database has them, without histories. */
const readRows = async () => ({
  leads: await test.db.selectFrom('lead').selectAll().orderBy('id').execute(),
  contacts: await test.db.selectFrom('leadContact').selectAll().orderBy('value').execute(),
  requests: await test.db.selectFrom('leadRequest').selectAll().orderBy('id').execute(),
  attempts: await test.db.selectFrom('leadAttempt').selectAll().orderBy('id').execute(),
});

async function undo(leadId: string) {
  const [undoable] = await listLongUndos(test.db, staffId, leadId);
  return staff.call(`POST /api/v1/staff/actions/${undoable?.actionId}/undo/`, {});
}

it('[API-53] the preview of a merge says what is kept and what moves, as the merge then does', async () => {
  const { lead, other } = await makeTwo();
  const before = await readRows();
  const preview = await previewMerge(test.db, lead.id, other.id);
  expect(await readRows()).toEqual(before);
  expect(preview.moved).toEqual({ contacts: 1, requests: 1, attempts: 1, notes: 1 });
  const values = Object.fromEntries(preview.facts.map(({ name, merged }) => [name, merged]));
  expect((await merge(lead.id, other.id)).status).toBe(200);
  const { person, owner, due_at, status_label } = await read(lead.id);
  expect(values).toEqual({
    ...{ name: person.name, phone: person.phone, email: person.email, city: 'Pune' },
    ...{ status: status_label, owner: owner.name, due: due_at },
  });
  await expect(previewMerge(test.db, lead.id, other.id)).rejects.toMatchObject({
    errorCode: 'INVALID_STATE',
  });
  await expect(previewMerge(test.db, lead.id, lead.id)).rejects.toMatchObject({
    errorCode: 'VALIDATION_FAILED',
  });
});

it('[API-53] an undo of a merge restores both leads, and what was logged since stays', async () => {
  const { lead, other } = await makeTwo();
  const before = await readRows();
  const texts = (await read(other.id)).timeline.map(({ text }: { text: string }) => text);
  await merge(lead.id, other.id);
  expect(await listLongUndos(test.db, staffId, lead.id)).toMatchObject([{ name: other.reference }]);
  await act(lead.id, 'note', { text: 'Written after the merge' });
  expect((await undo(lead.id)).status).toBe(200);
  expect(await readRows()).toEqual(before);
  expect((await read(other.id)).timeline.map(({ text }: { text: string }) => text)).toEqual(texts);
  expect((await read(lead.id)).timeline).toMatchObject([
    { title: 'Note', text: 'Written after the merge' },
    { title: 'Call-back' },
  ]);
  expect(await listLongUndos(test.db, staffId, lead.id)).toEqual([]);
});

it('[API-53] a merge is undone only by who made it, within half an hour, and not over a later change', async () => {
  const { lead, other } = await makeTwo();
  await merge(lead.id, other.id);
  const colleague = await signUpStaff(test);
  expect(await listLongUndos(test.db, colleague.id, lead.id)).toEqual([]);
  // The person asks for a call from the number that moved: its reference is one of the words of the lead that stayed.
  await requestCall(test, { phone: other.person.phone.slice(3) });
  const [undoable] = await listLongUndos(test.db, staffId, lead.id);
  const conflict = await undo(lead.id);
  expect([conflict.status, conflict.body.error_code]).toEqual([409, 'UNDO_CONFLICT']);
  await travel(test.db, 31 * 60);
  expect(await listLongUndos(test.db, staffId, lead.id)).toEqual([]);
  const late = await staff.call(`POST /api/v1/staff/actions/${undoable?.actionId}/undo/`, {});
  expect([late.status, late.body.error_code]).toEqual([409, 'UNDO_EXPIRED']);
});

it('[API-53] a merge is not undone when the lead that stayed has got a request since', async () => {
  const { lead, other } = await makeTwo();
  // The lead that stays was the last to ask, and a brochure has no reference: neither is a value that the merge wrote.
  await merge(other.id, lead.id);
  await requestBrochure(test, email);
  const kinds = await test.db
    .selectFrom('leadRequest')
    .select('kind')
    .where('leadId', '=', other.id)
    .execute();
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['BROCHURE', 'CALLBACK', 'CALLBACK']);
  const { status, body } = await undo(other.id);
  expect([status, body.error_code]).toEqual([409, 'UNDO_CONFLICT']);
});

it('[API-53] of two closed leads the enrolled one decides the status, without the reason of the other', async () => {
  const { lead, other } = await makeTwo();
  await act(lead.id, 'move', { action: 'LOSE', reason_code: 'NO_TIME' });
  await test.db.updateTable('lead').set({ status: 'CONVERTED' }).where('id', '=', other.id).execute();
  await merge(lead.id, other.id);
  const merged = await test.db.selectFrom('lead').selectAll().where('id', '=', lead.id).execute();
  expect(merged).toMatchObject([{ status: 'CONVERTED', reasonCode: null }]);
});

it('[C-20] a merge into open work does not take over the owner whose role has ended', async () => {
  const { lead, other } = await makeTwo();
  const leaver = await signUpStaff(test);
  await test.db
    .updateTable('lead')
    .set({ status: 'NOT_INTERESTED', ownerId: leaver.id })
    .where('id', '=', lead.id)
    .execute();
  await test.db.deleteFrom('userRole').where('userId', '=', leaver.id).execute();
  await merge(lead.id, other.id);
  const merged = await test.db.selectFrom('lead').selectAll().where('id', '=', lead.id).execute();
  expect(merged).toMatchObject([{ status: 'ATTEMPTED', ownerId: staffId }]);
});

it('[C-20] an undo of a merge brings no owner back whose role has ended since', async () => {
  const { lead, other } = await makeTwo();
  const leaver = await signUpStaff(test);
  await test.db.updateTable('lead').set({ ownerId: leaver.id }).where('id', '=', other.id).execute();
  await test.db.updateTable('lead').set({ ownerId: staffId }).where('id', '=', lead.id).execute();
  await merge(lead.id, other.id);
  await test.db.insertInto('userRole').values({ userId: staffId, role: 'admin' }).execute();
  expect((await staff.call(`POST /api/v1/staff/people/${leaver.id}/revoke/`, {})).status).toBe(200);
  expect((await undo(lead.id)).status).toBe(200);
  const owners = await test.db
    .selectFrom('lead')
    .select(['id', 'ownerId', 'mergedIntoId'])
    .where('id', 'in', [lead.id, other.id])
    .execute();
  expect(Object.fromEntries(owners.map(({ id, ownerId }) => [id, ownerId]))).toEqual({
    [lead.id]: staffId,
    [other.id]: null,
  });
  expect(owners.map(({ mergedIntoId }) => mergedIntoId)).toEqual([null, null]);
});

it('[C-20] an undo brings no owner back whose role ended while the merge replaced them', async () => {
  const { lead, other } = await makeTwo();
  const leaver = await signUpStaff(test);
  await test.db.updateTable('lead').set({ ownerId: leaver.id }).where('id', '=', lead.id).execute();
  // The revocation has ended the role, and finds no lead of the leaver because the merge gave it to somebody else.
  await test.db.deleteFrom('userRole').where('userId', '=', leaver.id).execute();
  await merge(lead.id, other.id);
  expect((await read(lead.id)).owner.id).toBe(staffId);
  expect((await undo(lead.id)).status).toBe(200);
  const rows = await test.db.selectFrom('lead').select('ownerId').where('id', '=', lead.id).execute();
  expect(rows).toEqual([{ ownerId: null }]);
});

it('[API-53] the list marks leads that may be one person, by the rule of their pages', async () => {
  const { lead, other } = await makeTwo();
  const [one, two, three] = [
    await requestLead(test, staff, { first_name: 'Zoya', last_name: 'Khan' }),
    await requestLead(test, staff, { first_name: 'zoya', last_name: 'KHAN' }),
    await requestLead(test, staff, { first_name: 'Zoya', last_name: 'Mirza' }),
  ];
  for (const [id, city] of [
    [one.id, 'Pune'],
    [two.id, 'Delhi'],
  ])
    await test.db.updateTable('lead').set({ city }).where('id', '=', id).execute();
  await test.db
    .updateTable('lead')
    .set({ firstName: 'Rohan' })
    .where('id', 'in', [lead.id, other.id])
    .execute();
  const marked = async (): Promise<string[]> => {
    const { results } = (await staff.call(`GET ${path}`)).body;
    for (const { id, has_duplicates } of results)
      expect((await read(id)).duplicates.length > 0, id).toBe(has_duplicates);
    return results
      .filter(({ has_duplicates }: { has_duplicates: boolean }) => has_duplicates)
      .map(({ id }: { id: string }) => id)
      .toSorted();
  };
  expect(await marked()).toEqual([lead.id, other.id].toSorted());
  await test.db.updateTable('lead').set({ city: null }).where('id', '=', two.id).execute();
  expect(await marked()).toEqual([lead.id, other.id, one.id, two.id].toSorted());
  await merge(lead.id, other.id);
  expect(await marked()).toEqual([one.id, two.id].toSorted());
  expect(await marked()).not.toContain(three.id);
});
