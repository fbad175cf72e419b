import { expect, it } from 'vitest';
import { repostToFinish } from '#lib/server/auth/finish-after-sign-in.ts';
import { handleMasteryForm } from '#lib/server/enrolment/mastery/mastery-forms.ts';
import {
  handleScholarshipForm,
  handleSlotForm,
} from '#lib/server/enrolment/scholarship/scholarship-forms.ts';
import { handleBookForm, handleMockInterviewForm } from '#lib/server/hiring/mock-interviews/booking-forms.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, signUp } from '../../support/auth/people.ts';
import { postStaffForm } from '../../support/hiring/staff.ts';

const test = useTestApi();
const id = '019a0000-0000-7000-8000-000000000000';
const fields = { testSlotId: '2026-12-05-1000', motivation: 'I want to learn', form: 'move' };

const forms = {
  '/scholarship-test/': handleScholarshipForm,
  '/pm-mastery/': handleMasteryForm,
  '/mock-interviews/experts/david-fernandes/': (...[api, page]: Parameters<typeof handleScholarshipForm>) =>
    handleBookForm(api, page, 'david-fernandes'),
  [`/scholarship-test/${id}/`]: (...[api, page]: Parameters<typeof handleScholarshipForm>) =>
    handleSlotForm(api, page, id),
  [`/account/mock-interviews/${id}/`]: (...[api, page]: Parameters<typeof handleScholarshipForm>) =>
    handleMockInterviewForm(api, page, id),
};

it.each(Object.entries(forms))(
  '[API-21] a form of %s whose session has ended is posted again to the address that finishes it, once, with its fields',
  async (path, handle) => {
    const visitor = test.visitor();
    const post = async (search = '') => {
      const page = postStaffForm(test, visitor, path + search, fields);
      const { redirectTo, errors, values } = await handle(test.api, page);
      expect([redirectTo, errors?.status]).toEqual([null, 401]);
      expect(values).toMatchObject(fields);
      return repostToFinish(page, errors, 'login');
    };
    const repost = await post('?program=embark-pro');
    expect([repost?.status, repost?.headers.get('location')]).toEqual([307, `${path}?auth=login&finish=yes`]);
    expect(await post('?auth=login&finish=yes')).toBeNull();
  },
);

it('[API-21] a form of an unverified number asks for the code; a form with a mistake stays where it is', async () => {
  const { visitor } = await signUp(test, { phone: newPhone() });
  const page = postStaffForm(test, visitor, '/pm-mastery/', {
    ...{ programSlug: 'embark-pro', currentStatus: 'STUDENT', yearsOfExperience: '0', consent: 'yes' },
  });
  const { errors } = await handleMasteryForm(test.api, page);
  expect(repostToFinish(page, errors, 'signup')?.headers.get('location')).toBe(
    '/pm-mastery/?auth=verify&finish=yes',
  );
  const mistake = { status: 400, message: '', fields: { consent: 'Agree first' } };
  expect(repostToFinish(page, mistake, 'signup')).toBeNull();
});
