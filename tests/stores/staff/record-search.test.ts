import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecordSearch } from '#lib/stores/staff/record-search.ts';
import { errorResponse, json, stubBrowser } from '../../support/fake-api.ts';

const keyOf = (q: string) => `GET /api/v1/staff/search/?q=${q}`;
const result = { kind: 'LEAD', id: '1', title: 'Meera Nair', text: 'LD-00042', href: '/staff/leads/1/' };
const found = () => json({ results: [result], more: [] });

let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  browser = stubBrowser();
});
afterEach(() => vi.unstubAllGlobals());

it('announces how many results there are', async () => {
  const { $state, search } = createRecordSearch();
  browser.on(keyOf('meera'), found);
  browser.on(keyOf('nobody'), () => json({ results: [], more: [] }));
  await search(' meera ');
  expect($state.get()).toMatchObject({ query: 'meera', results: [result], message: '1 result' });
  await search('nobody');
  expect($state.get()).toMatchObject({
    results: [],
    message: 'Nothing found for “nobody”.',
    hasFailed: false,
  });
});

it('sends no request for a text that is too short', async () => {
  const { $state, search } = createRecordSearch();
  await search('m ');
  expect($state.get().message).toBe('Enter at least 2 letters or digits.');
  await search('');
  expect($state.get().message).toBe('');
  expect(browser.sent).toEqual([]);
});

it('ignores the response to an older search', async () => {
  const { $state, search } = createRecordSearch();
  let answer = (_: Response) => {};
  browser.on(keyOf('me'), () => new Promise<Response>((resolve) => (answer = resolve)));
  browser.on(keyOf('meera'), found);
  const older = search('me');
  await search('meera');
  answer(json({ results: [], more: [] }));
  await older;
  expect($state.get()).toMatchObject({ query: 'meera', message: '1 result' });
});

it('says what went wrong, also after a logout in another tab', async () => {
  const { $state, search } = createRecordSearch();
  browser.on(keyOf('asha'), () => new TypeError('no network'));
  await search('asha');
  expect($state.get()).toMatchObject({ hasFailed: true, results: [] });
  expect($state.get().message).toMatch(/^We could not reach the server/);
  browser.on(keyOf('ravi'), () => errorResponse(404, 'NOT_FOUND', 'Not found'));
  await search('ravi');
  expect($state.get().message).toBe('You are logged out. Load the page again.');
});
