import {
  analyticsAllowed,
  analyticsRefused,
  asksForPrivacy,
  consentEventName,
} from '#lib/browser/consent.ts';
import { saveConsent } from '#lib/browser/save-consent.ts';

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
  if (analyticsAllowed()) return 'You accepted. We count the visits of this browser.';
  return analyticsRefused()
    ? 'You refused. We do not count your visits.'
    : 'You have not chosen yet. We do not count your visits.';
}

document.addEventListener(consentEventName, show);
for (const button of section?.querySelectorAll<HTMLElement>('[data-analytics-choose]') ?? [])
  button.addEventListener('click', () => saveConsent(button.dataset.analyticsChoose === 'accept'));
show();
