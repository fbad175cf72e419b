import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Application,
  createApplicationForm,
  portfolioField,
} from '#lib/stores/hiring/application-form.ts';
import { errorResponse, json, stubBrowser } from '../../support/fake-api.ts';

const path = '/api/v1/moonshot/job-applications/a1/';
const application = { id: 'a1', questions: [], answers: [], coverNote: null, portfolioSlug: null } as unknown;
let browser: ReturnType<typeof stubBrowser>;

beforeEach(() => {
  browser = stubBrowser();
});
afterEach(() => vi.unstubAllGlobals());

test('[API-42] ticking or unticking the portfolio is saved before the application is sent', async () => {
  browser.on(`PATCH ${path}update/`, () => json({ id: 'a1' }));
  browser.on(`POST ${path}submit/`, () => json({ id: 'a1', status: 'SUBMITTED' }));
  const form = createApplicationForm(application as Application, 'asha');
  form.change(portfolioField, 'meera-nair', true);
  expect(await form.submit()).toBe(true);
  expect(browser.sent.map(({ key, body }) => [key, body.portfolio_slug])).toEqual([
    [`PATCH ${path}update/`, 'meera-nair'],
    [`POST ${path}submit/`, undefined],
  ]);
  form.change(portfolioField, '', true);
  expect(await form.flush()).toBe(true);
  expect(browser.sent.at(-1)?.body.portfolio_slug).toBeNull();
});

test('[API-42] earlier answers fill empty fields only, and are saved', async () => {
  browser.on(`PATCH ${path}update/`, () => json({ id: 'a1' }));
  const earlierAnswers = {
    answers: [
      { key: 'a', value: 'Then' },
      { key: 'b', value: 'Then too' },
    ],
    coverNote: null,
  };
  const draft = {
    ...(application as object),
    questions: [{ key: 'a' }, { key: 'b' }],
    answers: [{ key: 'a', value: 'Now' }],
    earlierAnswers,
  };
  const form = createApplicationForm(draft as unknown as Application, 'asha');
  expect(form.$earlier.get()).toEqual({ 'answers.b': 'Then too' });
  form.fillWithEarlier();
  expect([form.$values.get()['answers.a'], form.$values.get()['answers.b']]).toEqual(['Now', 'Then too']);
  expect(form.$earlier.get()).toEqual({});
  expect(await form.flush()).toBe(true);
});

test('[API-42] a portfolio that became hidden shows an error at its check box', async () => {
  browser.on(`PATCH ${path}update/`, () => json({ id: 'a1' }));
  browser.on(`POST ${path}submit/`, () =>
    errorResponse(400, 'VALIDATION_FAILED', 'Not private', {
      field_errors: { portfolio_slug: 'Not private' },
    }),
  );
  const form = createApplicationForm(application as Application, 'asha');
  form.change(portfolioField, 'meera-nair', true);
  expect(await form.submit()).toBe(false);
  expect(form.$errors.get()).toEqual({ [portfolioField]: 'Not private' });
});
