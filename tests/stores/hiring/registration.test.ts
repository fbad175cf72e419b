import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noRegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import { createRegistration, type Registration } from '#lib/stores/hiring/registration.ts';
import { json, stubBrowser } from '../../support/fake-api.ts';

const registration = { values: noRegistrationValues, resume: null, allowedActions: [] } as unknown;
const resume = {
  mediaId: 'm1',
  name: 'meera.docx',
  url: '/media/m1/meera.docx',
  mimeType: 'application/msword',
  bytes: 2048,
  uploadedAt: '2026-11-20T08:00:00.000Z',
};

beforeEach(() => {
  const browser = stubBrowser();
  browser.on('PATCH /api/v1/moonshot/update-candidate-details/', () => json(registration as object));
});
afterEach(() => vi.unstubAllGlobals());

const create = () => createRegistration(registration as Registration, 'asha');

test('[API-44] a section that need not be complete is left unless a value is invalid', () => {
  const store = create();
  expect(store.checkSection('work', { isComplete: false })).toEqual([]);
  store.change('noticePeriodDays', -5);
  expect(store.checkSection('work', { isComplete: false })).toEqual(['noticePeriodDays']);
  expect(Object.keys(store.$errors.get())).toEqual(['noticePeriodDays']);
  expect(store.checkSection('work', { isComplete: true })).toEqual([
    'totalExperienceMonths',
    'noticePeriodDays',
  ]);
});

test('[API-44] the résumé that was just uploaded is described before the server has answered', () => {
  const store = create();
  expect(store.$resume.get()).toBeNull();
  store.changeResume(resume);
  expect([store.$resume.get(), store.$values.get().resume]).toEqual([resume, { mediaId: 'm1' }]);
  store.changeResume(null);
  expect([store.$resume.get(), store.$values.get().resume]).toEqual([null, null]);
});
