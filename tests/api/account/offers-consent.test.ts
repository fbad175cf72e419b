import { describe, expect, it } from 'vitest';
import { offersWording } from '#lib/domain/account/offers-consent.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, signUp, signUpVerified } from '../../support/auth/people.ts';
import { insertLearner, requireOpenBatch, reserve } from '../../support/enrolment/learners.ts';

const test = useTestApi();
const change = 'POST /api/v1/user/offers-consent/';
const register = 'POST /api/v3/auth/register/';
const callback = 'POST /api/v1/cap/request-sales-callback/';
const brochure = 'POST /api/v1/programs/embark-pro/send-brochure/';
const consents = () => test.db.selectFrom('consent').selectAll().orderBy('id').execute();
const offers = { kind: 'offers', channel: null, wording: offersWording };
const newPerson = () => ({
  first_name: 'Asha',
  email: `asha-${newPhone()}@example.com`,
  country_iso_code: 'IN',
  phone: newPhone(),
});
const call = { preferred_window: 'ASAP', consent: true, elapsed_ms: 20_000 };

describe('[API-50] consent to offers', () => {
  it('at sign-up is stored with its wording and time only when the box is ticked', async () => {
    await test.visitor().call(register, newPerson());
    expect(await consents()).toEqual([]);
    await test.visitor().call(register, { ...newPerson(), accepts_offers: true });
    expect(await consents()).toMatchObject([{ ...offers, grantedAt: expect.any(Date), withdrawnAt: null }]);
  });

  it('ends when the person corrects the sign-up and leaves the box unticked', async () => {
    const visitor = test.visitor();
    const person = newPerson();
    await visitor.call(register, { ...person, accepts_offers: true });
    await visitor.call(register, { ...person, accepts_offers: true });
    expect(await consents()).toMatchObject([{ withdrawnAt: null }]);
    await visitor.call(register, person);
    expect(await consents()).toMatchObject([{ withdrawnAt: expect.any(Date) }]);
  });

  it('is given and withdrawn in the account, and every choice stays as a row', async () => {
    const { visitor } = await signUp(test);
    expect((await visitor.call(change, { is_granted: false })).body).toEqual({
      is_granted: false,
      wording: offersWording,
      granted_at: null,
      withdrawn_at: null,
    });
    const { body } = await visitor.call(change, { is_granted: true });
    expect(body).toMatchObject({ is_granted: true, wording: offersWording, withdrawn_at: null });
    expect((await visitor.call(change, { is_granted: true })).body).toEqual(body);
    expect((await visitor.call(change, { is_granted: false })).body).toMatchObject({
      is_granted: false,
      granted_at: body.granted_at,
      withdrawn_at: expect.any(String),
    });
    await visitor.call(change, { is_granted: true });
    expect((await consents()).map(({ withdrawnAt }) => withdrawnAt === null)).toEqual([false, true]);
    expect((await visitor.call(change, {})).status).toBe(400);
    expect((await test.visitor().call(change, { is_granted: true })).status).toBe(401);
  });

  it('of a person without an account is kept with the call or the brochure, and an earlier one stays', async () => {
    const person = newPerson();
    const rows = () => test.db.selectFrom('callbackRequest').selectAll().execute();
    await test.visitor().call(callback, { ...person, ...call });
    expect(await rows()).toMatchObject([{ offersWording: null, offersGrantedAt: null }]);
    await test.visitor().call(callback, { ...person, ...call, accepts_offers: true });
    const [granted] = await rows();
    expect(granted).toMatchObject({ offersWording, offersGrantedAt: expect.any(Date) });
    await test.visitor().call(callback, { ...person, ...call, accepts_offers: true });
    expect(await rows()).toMatchObject([{ offersGrantedAt: granted?.offersGrantedAt }]);

    await test.visitor().call(brochure, { email: person.email, accepts_offers: true, elapsed_ms: 20_000 });
    expect(await test.db.selectFrom('brochureRequest').selectAll().execute()).toMatchObject([
      { offersWording, offersGrantedAt: expect.any(Date) },
    ]);
    expect(await consents()).toEqual([]);
  });

  it('of a signed-in person is the account’s, whichever form they tick it on', async () => {
    const { visitor } = await signUpVerified(test);
    await visitor.call(callback, { ...call, accepts_offers: true });
    expect(await consents()).toMatchObject([offers]);
    const learner = await insertLearner(test);
    await reserve(learner, await requireOpenBatch(test.db), { accepts_offers: true });
    expect(await consents()).toMatchObject([offers, { ...offers, userId: learner.userId }]);
  });

  it('withdrawn in the account also ends for forms that were sent with the same number', async () => {
    const { visitor, phone, email } = await signUpVerified(test);
    const row = { first_name: 'Asha', country_iso_code: 'IN', phone };
    await test.visitor().call(callback, { ...row, ...call, accepts_offers: true });
    await test.visitor().call(brochure, { email, accepts_offers: true, elapsed_ms: 20_000 });
    await visitor.call(change, { is_granted: false });
    for (const table of ['callbackRequest', 'brochureRequest'] as const)
      expect(await test.db.selectFrom(table).select('offersWithdrawnAt').execute()).toEqual([
        { offersWithdrawnAt: expect.any(Date) },
      ]);
  });
});
