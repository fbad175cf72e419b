import {
  analyticsAllowed,
  analyticsRefused,
  asksForPrivacy,
  consentEventName,
} from '#lib/browser/consent.ts';
import { readConsentChoice, saveConsent } from '#lib/browser/save-consent.ts';
import { dateText } from '#lib/domain/core/time-text.ts';
import { consentQuestion } from './analytics-providers.ts';

/** Shows the visitor's choice and stores a new one. */
const section = document.querySelector<HTMLElement>('[data-analytics-choice]');
const state = section?.querySelector('[data-analytics-state]');

function show(): void {
  if (!section || !state) return;
  state.textContent = describeChoice();
  const buttons = section.querySelector<HTMLElement>('[data-analytics-buttons]');
  if (buttons) buttons.hidden = asksForPrivacy();
}

function describeChoice(): string {
  if (asksForPrivacy()) return 'Your browser asks websites not to track you. We do not count your visits.';
  if (analyticsAllowed()) return `You accepted${whenAsked()} We count the visits of this browser.`;
  return analyticsRefused()
    ? `You refused${whenAsked()} We do not count your visits.`
    : 'You have not chosen yet. We do not count your visits.';
}

/** Says when the visitor chose and what we asked then, as the end of a sentence; choices before this was stored have neither. */
function whenAsked(): string {
  const choice = readConsentChoice();
  return choice ? ` on ${dateText(new Date(choice.at))}. We asked: “${choice.question}”` : '.';
}

document.addEventListener(consentEventName, show);
for (const button of section?.querySelectorAll<HTMLElement>('[data-analytics-choose]') ?? [])
  button.addEventListener('click', () =>
    saveConsent(button.dataset.analyticsChoose === 'accept', consentQuestion()),
  );
show();
