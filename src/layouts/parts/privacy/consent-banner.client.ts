import { consentEventName } from '#lib/browser/consent.ts';
import { saveConsent } from '#lib/browser/save-consent.ts';
import { consentQuestion } from './analytics-providers.ts';
import styles from './consent-banner.css?inline';

/**
 * Asks whether visits may be counted. The banner is the first thing that the Tab key reaches after the skip link, takes no focus, and
 * the page can be scrolled until nothing is behind it.
 */
export function showConsentBanner(): void {
  // A page that asks itself has both buttons.
  if (document.querySelector('.consent, [data-analytics-choice]')) return;
  adoptStyles();
  const banner = document.createElement('section');
  banner.className = 'consent';
  banner.ariaLabel = 'Consent';
  const text = document.createElement('p');
  text.className = 'consent-text';
  text.textContent = `${consentQuestion()} If you refuse, everything works the same. `;
  const link = Object.assign(document.createElement('a'), {
    className: 'link',
    href: '/privacy-policy/#cookies',
    textContent: 'Privacy policy',
  });
  text.append(link);
  const choices = document.createElement('p');
  choices.className = 'consent-choices';
  choices.append(createButton('Refuse', false), createButton('Accept', true));
  banner.append(text, choices);
  document.querySelector('.skip-link')?.after(banner);
  const root = document.documentElement;
  const room = new ResizeObserver(() => {
    // The focus and the end of the page stay visible (WCAG 2.4.11).
    const height = `${banner.offsetHeight}px`;
    root.style.setProperty('--consent-height', height);
    root.style.scrollPaddingBottom = document.body.style.paddingBottom = height;
  });
  room.observe(banner);
  const close = () => {
    room.disconnect();
    root.style.setProperty('--consent-height', '0px');
    root.style.scrollPaddingBottom = document.body.style.paddingBottom = '';
    banner.remove();
  };
  document.addEventListener(consentEventName, close, { once: true });
}

function createButton(label: string, isAllowed: boolean): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn btn-sm btn-secondary';
  button.textContent = label;
  button.addEventListener('click', () => saveConsent(isAllowed, consentQuestion()));
  return button;
}

/** A constructed sheet is no inline style to the security policy. [C-35] */
function adoptStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
