import { expect, test } from 'vitest';
import { markdownHint } from '#layouts/parts/staff/form-field.ts';
import { noteFields } from '#layouts/parts/staff/note-fields.ts';
import { offerFields } from '#layouts/parts/staff/offers/offer-fields.ts';

test('[API-42] the terms of an offer say how they are formatted, without the name of a format', () => {
  const workPlace = { location: 'Pune', workMode: 'ON_SITE', pay: null } as const;
  const terms = offerFields({ offers: [], workPlace }, {}).find(({ name }) => name === 'terms');
  expect(terms?.hint).toContain(markdownHint);
  expect(markdownHint).not.toMatch(/markdown/i);
});

test('[API-42] a note that one of two buttons requires is not called optional', () => {
  const hint = 'Only for a correction, where it is required.';
  const [asked] = noteFields({}, hint, { isPublicOptional: false });
  const [optional] = noteFields({}, 'The email has it.');
  expect([asked?.optional, asked?.hint, optional?.optional]).toEqual([false, hint, true]);
});
