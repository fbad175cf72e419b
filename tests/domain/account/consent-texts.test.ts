import { expect, it } from 'vitest';
import { callbackConsent } from '#lib/contract/leads/callback-fields.ts';
import { consentText, consentTexts, consentVersion } from '#lib/domain/account/consent-texts.ts';
import { signUpWording } from '#lib/domain/account/notification-preferences.ts';
import { masteryConsent, testConsent } from '#lib/domain/enrolment/registration-person.ts';
import { registrationConsent } from '#lib/domain/hiring/registration/registration-text.ts';

it('[C-20] the newest version of each consent has the words that pages show', () => {
  const shown = {
    SIGN_UP: signUpWording,
    CALL: callbackConsent,
    TEST: testConsent,
    MASTERY: masteryConsent,
    MOONSHOT: registrationConsent,
  };
  for (const kind of Object.keys(consentTexts) as (keyof typeof consentTexts)[])
    expect(consentText(kind, consentVersion(kind))).toBe(shown[kind]);
});

it('[C-20] an older consent keeps its words when a new version is added', () => {
  const later = { ...consentTexts, CALL: [...consentTexts.CALL, 'Yes, call me.'] };
  expect(consentText('CALL', 1, later)).toBe(callbackConsent);
  expect(consentText('CALL', 2, later)).toBe('Yes, call me.');
  expect(() => consentText('CALL', 3, later)).toThrow('no version 3');
});
