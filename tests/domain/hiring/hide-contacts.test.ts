import { describe, expect, it } from 'vitest';
import { hideContacts } from '#lib/domain/hiring/employer-links/hide-contacts.ts';

const contacts = { emails: ['meera@example.com'], phones: ['+919812345678'] };

it.each([
  ...[
    '98–12345678',
    '98/12/34/56/78',
    '98_1234_5678',
    '९८१२३४५६७८',
    '９８１２３４５６７８',
    '98\u200b12345678',
  ],
  ...[
    '+91 (98) 1234-5678',
    '9 8 1 2 3 4 5 6 7 8',
    '050 123 4567',
    '81234567',
    '98,123 45,678',
    '022.2345.678',
  ],
  ...['98…12…34…56…78', '2019-2023 9812345678', '9,81,23,45,678', '①②③④⑤⑥⑦⑧', '12/10/98/76/54'],
  ...['name@example.com', 'name @example.com', 'name@ example .com', 'name (at) example (dot) com'],
  ...['name at gmail dot com', 'MEERA@EXAMPLE.COM', 'https://www.linkedin.com/in/meera-nair'],
  ...['linkedin.com/in/meera', 'in.linkedin .com/in/meera', 'https://wa.me/meera', 'https://x.com/meera'],
])('[C-39] hides %s', (contact) => {
  expect(hideContacts(`Find me: ${contact} today`, contacts)).toBe('Find me: (hidden) today');
});

it.each([
  ...['3,60,000', '₹3,60,000 to ₹4,20,000', '3,60,000-4,20,000', '₹25,000 – ₹30,000', '1,20,00,000'],
  ...['2019-2023', '2019–2023', '2019 - 2021, 2021 - 2023', '2019-20, 2020-21', '01/06/2021', '12.05.2020'],
  ...['2021-06-01', '01/2019 - 06/2023', '01/06/21 - 01/07/22', '09:00-18:30', '450/500, 470/500'],
  ...['85.5% in class 10, 90.25% in class 12', 'I work @Infosys. Then I study', 'netflix.com', '24 × 7'],
  ...['I sold 1,200 phones', 'Grade 8/10 and 9/10', 'at 5 dots', 'I taught at school. Now I sell'],
])('shows %s', (text) => {
  expect(hideContacts(text, contacts)).toBe(text);
});

describe('[C-39] a number that is written as words', () => {
  const none = { emails: [], phones: [] };
  it.each([
    'Call nine eight seven six five four three two one zero.',
    'Call Nine-Eight-Seven, SIX FIVE four three two one oh.',
    'Call nine 8 seven 6 five 4 three 2 one 0.',
    'Call double nine triple eight seven six.',
    'Call nineeightsevensixfivefourthree.',
    'Call +91 nine eight seven six five 43210.',
  ])('%s', (text) => {
    expect(hideContacts(text, none)).toMatch(/^Call \+?\(hidden\)\.$/);
  });

  it.each([
    'I closed one of two deals in three weeks, and four of five in six.',
    'No one of the seven stores had more than eight people, nine at most.',
    'Someone told me: one, two, three, go.',
    'I work nine to five, or two 2 3 4 shifts.',
    'From 2019 to 2023, one in ten invoices was late; two or three a day.',
    'We counted one two three four five six and stopped.',
    'Often eightfold, oh well, the stone was alone.',
  ])('is not in: %s', (text) => {
    expect(hideContacts(text, none)).toBe(text);
  });
});
