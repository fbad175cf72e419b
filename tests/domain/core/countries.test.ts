import { expect, it } from 'vitest';
import { countries, defaultCountry, findCountry, searchCountries } from '#lib/domain/core/countries.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';

it('[USER-05] there are 20 countries in this order', () => {
  expect(countries.map(({ isoCode, callingCode }) => `${isoCode} ${callingCode}`)).toEqual([
    'IN +91',
    'CA +1',
    'US +1',
    'NL +31',
    'GB +44',
    'DE +49',
    'MY +60',
    'ID +62',
    'PH +63',
    'SG +65',
    'TH +66',
    'JP +81',
    'LK +94',
    'IE +353',
    'HK +852',
    'BD +880',
    'AE +971',
    'IL +972',
    'QA +974',
    'NP +977',
  ]);
  expect(defaultCountry.name).toBe('India');
});

it('[APP-13] [USER-05] each country has a valid default time zone, and India’s is the default for display', () => {
  for (const { timeZone } of countries)
    expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  expect(findCountry('US')?.timeZone).toBe('US/Central');
  expect(findCountry('CA')?.timeZone).toBe('America/Winnipeg');
  expect(defaultTimeZone).toBe(defaultCountry.timeZone);
});

it.each([
  ['in', ['IN', 'SG', 'PH', 'ID', 'GB']],
  ['IN', ['IN']],
  ['united', ['US', 'GB', 'AE']],
  ['+1', ['CA', 'US']],
  ['1', ['CA', 'US']],
  ['97', ['AE', 'IL', 'QA', 'NP']],
  ['+353', ['IE']],
  ['  japan ', ['JP']],
])('[USER-06] searching "%s" finds at least %j', (text, expected) => {
  const isoCodes = searchCountries(text).map(({ isoCode }) => isoCode);
  for (const isoCode of expected) expect(isoCodes).toContain(isoCode);
});

it('[USER-06] an empty search finds all countries, nonsense finds none', () => {
  expect(searchCountries(' ')).toHaveLength(20);
  expect(searchCountries('zzz')).toEqual([]);
});
