import { describe, expect, it } from 'vitest';
import { currentYear } from '#lib/domain/core/current-year.ts';
import { environmentOf, mayLoadChat } from '#lib/domain/core/environment.ts';

const domains = { productionDomain: 'liftoff.example', stagingDomain: 'staging.example' };

describe('environmentOf', () => {
  it.each([
    'liftoff.example',
    'www.liftoff.example',
    'app.liftoff.example',
    'APP.Liftoff.Example:443',
    'liftoff.example.',
  ])('[APP-02] %s is production', (host) => expect(environmentOf(host, domains)).toBe('PRODUCTION'));

  it.each([
    'staging.example',
    'app.staging.example',
    'pr-12.app.staging.example:8443',
    'X.STAGING.EXAMPLE',
    'prstaging.example',
  ])('[APP-02] %s is staging', (host) => expect(environmentOf(host, domains)).toBe('STAGING'));

  it.each([
    'localhost:8000',
    '127.0.0.1',
    '[::1]:8000',
    '',
    'staging.example.evil.test',
    'evilliftoff.example',
    'api.liftoff.example',
    'www.app.liftoff.example',
    'liftoff.example.evil.test',
  ])('[APP-02] %s is development', (host) => expect(environmentOf(host, domains)).toBe('DEVELOPMENT'));

  it('[APP-02] staging below the production domain is staging', () => {
    const nested = { productionDomain: 'liftoff.example', stagingDomain: 'staging.liftoff.example' };
    expect(environmentOf('app.staging.liftoff.example', nested)).toBe('STAGING');
    expect(environmentOf('app.liftoff.example', nested)).toBe('PRODUCTION');
  });

  it('[APP-02] a domain that is not configured matches nothing', () => {
    const unset = { productionDomain: '', stagingDomain: '' };
    for (const host of ['', 'www.', 'anything.example'])
      expect(environmentOf(host, unset)).toBe('DEVELOPMENT');
  });
});

describe('currentYear', () => {
  it.each([
    ['2019-06-01', 2023],
    ['2023-06-01', 2023],
    ['2031-06-01', 2031],
  ])('[APP-10] on %s the footer says %i', (now, year) => expect(currentYear(new Date(now))).toBe(year));

  it('[APP-10] with an invalid date the year is 2023', () =>
    expect(currentYear(new Date('never'))).toBe(2023));

  it('[APP-10] without an argument it uses the current time', () => {
    expect(currentYear()).toBe(Math.max(2023, new Date().getFullYear()));
  });
});

describe('mayLoadChat', () => {
  it.each(['liftoff.example', 'www.liftoff.example', 'app.liftoff.example:443'])(
    '[TRACK-06] no live chat on %s, which is like production',
    (host) => expect(mayLoadChat(host, domains)).toBe(false),
  );

  it.each(['localhost:8000', 'app.localhost', '127.0.0.1:8000', '[::1]:8000', '0.0.0.0', 'anil.local'])(
    '[TRACK-06] no live chat on %s, which is local',
    (host) => expect(mayLoadChat(host, domains)).toBe(false),
  );

  it.each(['staging.example', 'pr-12.staging.example', 'preview.example'])(
    '[TRACK-06] live chat on %s',
    (host) => expect(mayLoadChat(host, domains)).toBe(true),
  );
});
