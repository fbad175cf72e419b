import { beforeEach, expect, it } from 'vitest';
import { handleQueueForm } from '#lib/server/staff/hiring/applications/application-forms.ts';
import { formatApplicationList } from '#lib/server/staff/hiring/applications/application-lists.ts';
import { useTestApi } from '../../support/api.ts';
import { postStaffForm, signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: Visitor;
beforeEach(async () => {
  ({ visitor: staff } = await signUpStaff(test));
});

const path = '/api/v1/staff/application-filters/';
const save = (name: string, search: string) => staff.call(`POST ${path}save/`, { name, search });
const list = async (visitor = staff) => (await visitor.call(`GET ${path}`)).body.results;
const post = (fields: Record<string, string>) =>
  handleQueueForm(test.api, postStaffForm(test, staff, '/staff/applications/', fields));

it('[API-42] a list is saved by its filters alone, and the same name replaces it', async () => {
  await save('Late ones', 'late=true&after=x&junk=1&limit=50');
  await save('late ONES', 'sort=fit&late=true&status=IN_REVIEW');
  expect(await list()).toMatchObject([{ name: 'late ONES', search: 'status=IN_REVIEW&late=true&sort=fit' }]);
  // The address of the list finds it again, whatever the order and the page.
  const search = new URLSearchParams('sort=fit&status=IN_REVIEW&after=abc&late=true');
  expect(formatApplicationList(search)).toBe('status=IN_REVIEW&late=true&sort=fit');
  expect((await save('  ', 'late=true')).body.field_errors).toEqual({ name: 'Enter a name for the list' });
});

it('[API-42] lists are saved, renamed and deleted by forms without a script', async () => {
  expect((await post({ form: 'save-list', name: 'Mine', filters: 'owner=me' })).done).toBe('listed');
  const [{ id }] = await list();
  expect((await post({ form: 'rename-list', filterId: id, name: 'My people' })).done).toBe('list-renamed');
  expect(await list()).toMatchObject([{ id, name: 'My people', search: 'owner=me' }]);
  await save('Late', 'late=true');
  const taken = await post({ form: 'rename-list', filterId: id, name: 'LATE' });
  expect([taken.errors?.fields.name, taken.values.name]).toEqual([
    'You have a list with this name already. Choose another name.',
    'LATE',
  ]);
  expect((await post({ form: 'delete-list', filterId: id })).done).toBe('unlisted');
  expect(await list()).toMatchObject([{ name: 'Late' }]);
});

it('[C-39] a colleague sees and changes none of them', async () => {
  const { body } = await save('Late', 'late=true');
  const { visitor: other } = await signUpStaff(test);
  expect(await list(other)).toEqual([]);
  const statuses = [
    await other.call(`POST ${path}${body.id}/rename/`, { name: 'Theirs' }),
    await other.call(`POST ${path}${body.id}/delete/`, {}),
    await other.call(`POST ${path}unknown/delete/`, {}),
  ].map(({ status }) => status);
  expect(statuses).toEqual([404, 404, 404]);
  expect(await list()).toMatchObject([{ name: 'Late' }]);
});
