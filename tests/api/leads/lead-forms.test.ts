import { describe, expect, it } from 'vitest';
import { sendCallbackForm } from '#lib/server/leads/lead-forms.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone } from '../../support/auth/people.ts';

const test = useTestApi();

function post(fields: Record<string, string>) {
  const text = new URLSearchParams({
    countryIsoCode: 'IN',
    callOn: '',
    callBetween: 'ANY',
    ...fields,
  }).toString();
  const request = new Request('https://localhost/callback/', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(text.length),
      origin: 'https://localhost',
    },
    body: text,
  });
  return sendCallbackForm(test.api, request);
}

describe('[API-53] the form without a script', () => {
  it('[FORM-03] reports every error at once, as the form with a script does', async () => {
    const { rejected } = await post({ firstName: '', phone: '12345', callOn: '2020-01-01' });
    expect(rejected?.errors).toEqual({
      firstName: 'Please enter your first name',
      phone: 'Please enter a valid phone number',
      callOn: 'This day has passed. Please choose a later one.',
      consent: 'Please agree to be called',
    });
    expect(rejected?.formError).toBeNull();
  });

  it('a topic that is too long is truncated, because the form has no field to correct it', async () => {
    const person = { firstName: 'Asha', phone: newPhone(), consent: 'yes' };
    const { receipt } = await post({ ...person, topic: 'x'.repeat(200) });
    expect(receipt?.reference).toMatch(/^CB-/);
    const { topic } = await test.db.selectFrom('callbackRequest').select('topic').executeTakeFirstOrThrow();
    expect(topic).toBe('x'.repeat(80));
  });

  it.each([
    ['that was there for a third of a second comes from a program', 300, 0],
    ['that was there for ten comes from a person', 10_000, 1],
  ])('a form %s', async (_, shownMs, stored) => {
    const person = { firstName: 'Asha', phone: newPhone(), consent: 'yes' };
    const { receipt } = await post({ ...person, startedAt: String(Date.now() - shownMs) });
    expect(receipt?.reference).toMatch(/^CB-/);
    expect(await test.db.selectFrom('callbackRequest').select('id').execute()).toHaveLength(stored);
  });
});
