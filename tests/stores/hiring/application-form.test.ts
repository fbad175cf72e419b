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
