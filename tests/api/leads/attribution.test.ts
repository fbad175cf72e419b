import { describe, expect, it } from 'vitest';
import { recordConversion } from '#lib/server/core/attribution.ts';
import { useTestApi } from '../../support/api.ts';
import { signUp, signUpVerified } from '../../support/auth/people.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const conversions = (kind: string) =>
  test.db
    .selectFrom('conversion')
    .selectAll()
    .where('kind', '=', kind as 'SIGN_UP')
    .execute();

/** Creates a browser that came from an advertisement. */
function fromCampaign(): Visitor {
  const visitor = test.visitor();
  visitor.cookies.set(
    'utm_first',
    'i=123456789012&a=1795000000000&s=search&m=cpc&c=autumn%20sale&p=%2F&r=news.example',
  );
  visitor.cookies.set('utm_session', 'a=1795100000000&s=mail&p=%2Fcoaches%2F');
  visitor.cookies.set('ref_code', 'ASHA%20V');
  visitor.cookies.set('og_referer', 'partner.example');
  return visitor;
}

const attribution = {
  anonymousId: '123456789012',
  firstTouch: {
    utmSource: 'search',
    utmMedium: 'cpc',
    utmCampaign: 'autumn sale',
    utmContent: null,
    utmTerm: null,
    landingPath: '/',
    referrerHost: 'news.example',
    at: '2026-11-18T11:06:40.000Z',
  },
  sessionTouch: { utmSource: 'mail', landingPath: '/coaches/' },
  refCode: 'ASHA V',
  ogReferer: 'partner.example',
};

describe('[TRACK-01] a conversion stores where the person came from', () => {
  it('on sign-up, once, even when the details are corrected and the number is verified again', async () => {
    const visitor = fromCampaign();
    const { phone } = await signUp(test, { visitor });
    await signUpVerified(test, { visitor, phone });
    const [user] = await test.db.selectFrom('appUser').select('id').execute();
    const rows = await conversions('SIGN_UP');
    expect(rows).toMatchObject([{ ...attribution, subjectId: user?.id, userId: user?.id }]);
  });

  it('and the database rejects every change to it', async () => {
    await signUp(test, { visitor: fromCampaign() });
    const rewrite = test.db.updateTable('conversion').set({ refCode: 'SOMEBODY ELSE' }).execute();
    await expect(rewrite).rejects.toThrow('a conversion is never changed');
  });

  it('on the start of a job application', async () => {
    await restoreJobs(test.db);
    const { visitor } = await signUpVerified(test, { visitor: fromCampaign() });
    const apply = () => visitor.call('POST /api/v1/moonshot/jobs/inside-sales-associate-cl13/apply/', {});
    const { body } = await apply();
    await apply();
    expect(await conversions('JOB_APPLICATION')).toMatchObject([{ ...attribution, subjectId: body.id }]);
  });

  it('for a visitor without cookies, with an unknown source', async () => {
    await signUp(test);
    expect(await conversions('SIGN_UP')).toMatchObject([
      {
        anonymousId: null,
        firstTouch: null,
        sessionTouch: null,
        refCode: null,
        ogReferer: null,
        device: null,
      },
    ]);
  });

  it('with the kind of device, which is not stored of a browser without a first visit', async () => {
    const details = {
      ...{
        country_iso_code: 'IN',
        phone: '9876501234',
        first_name: 'Asha',
        last_name: '',
        email: 'asha@example.com',
      },
    };
    const iphone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
    const register = (visitor: Visitor, change: object) =>
      visitor.call('POST /api/v3/auth/register/', { ...details, ...change }, { 'user-agent': iphone });
    expect((await register(fromCampaign(), {})).status).toBe(200);
    await register(test.visitor(), { phone: '9876501235', email: 'other@example.com' });
    expect((await conversions('SIGN_UP')).map(({ device }) => device).sort()).toEqual(['PHONE', null]);
  });

  it.each([
    ['with Global Privacy Control', { 'sec-gpc': '1' }, null],
    ['with Do Not Track', { dnt: '1' }, null],
    ['of a visitor who refused', {}, 'none'],
  ])(
    '[TRACK-02] %s it stores nothing of cookies that an earlier visit has left',
    async (_, headers, consent) => {
      const visitor = fromCampaign();
      if (consent) visitor.cookies.set('consent', consent);
      const details = { country_iso_code: 'IN', phone: '9876501236', first_name: 'Asha', last_name: '' };
      const email = 'asha@example.com';
      await visitor.call('POST /api/v3/auth/register/', { ...details, email }, headers);
      expect(await conversions('SIGN_UP')).toMatchObject([
        { anonymousId: null, firstTouch: null, sessionTouch: null, refCode: null, device: null },
      ]);
    },
  );

  it('[C-25] for a visitor with hostile cookies, which are shortened and sanitised', async () => {
    const visitor = test.visitor();
    visitor.cookies.set('utm_first', `s=${encodeURIComponent('x\r\ny\u0000')}&c=${'z'.repeat(1500)}`);
    visitor.cookies.set('utm_session', '%%%');
    visitor.cookies.set('ref_code', 'q'.repeat(5000));
    await signUp(test, { visitor });
    const [row] = await conversions('SIGN_UP');
    expect(row).toMatchObject({
      firstTouch: { utmSource: 'x y', utmCampaign: 'z'.repeat(255) },
      refCode: null,
    });
  });
});

it('[TRACK-01] a row is written once and rolled back with its transaction', async () => {
  const subjectId = '01a1fd1e-3457-775d-9048-113c69abe659';
  const nothing = { anonymousId: null, ogReferer: null, firstTouch: null, sessionTouch: null };
  const write = (refCode: string, after = () => {}) =>
    test.db.transaction().execute(async (trx) => {
      await recordConversion(trx, { ...nothing, kind: 'BROCHURE', subjectId, userId: null, refCode });
      after();
    });
  const failed = write('none', () => {
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  expect(await conversions('BROCHURE')).toEqual([]);
  await write('first');
  await write('second');
  expect(await conversions('BROCHURE')).toMatchObject([{ refCode: 'first' }]);
});
