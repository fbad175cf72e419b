/**
 * All that a page loads of signing in before somebody asks for it: presses on `[data-auth-intent]` and
 * `[data-apply]`; `?auth=…` and `?apply` in the address, which is where such a link leads when it is pressed before
 * this has run; and a sign-in that was under way when the page was reloaded.
 */
import { findSignIn } from '#lib/browser/sign-in-memory.ts';
import { hasSignedInHint } from '#lib/browser/user-event.ts';
import type { AuthIntent } from '#lib/domain/auth/auth-flow.ts';

const loadModal = () => import('#islands/auth-modal/mount.tsx');
const loadApply = () => import('#islands/auth-modal/apply.ts');

type AuthModalOptions = Parameters<Awaited<ReturnType<typeof loadModal>>['openAuthModal']>[0];

/** `?auth=…`, where a link of that intent leads. */
const intents = new Map<string, AuthIntent>(
  Object.entries({
    login: 'LOGIN',
    signup: 'SIGN_UP',
    details: 'DIRECT_SIGN_UP',
    change: 'CHANGE_PHONE',
    verify: 'VERIFY_PHONE',
    otp: 'REQUEST_LOGIN_OTP',
  }),
);

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLElement>('[data-auth-intent],[data-apply]');
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  // After a failed load the link goes where it leads: browsers may not fetch a failed module again.
  if (!link || !isPlain || event.defaultPrevented || link.dataset.failed) return;
  event.preventDefault();
  void open(link, link.dataset);
});

if (!openFromAddress() && findSignIn())
  void loadModal().then(
    (modal) => modal.resumeAuthModal(),
    () => null,
  );

/** Whether the address asked for something. */
function openFromAddress(): boolean {
  const url = new URL(location.href);
  const { auth = '', product, next } = Object.fromEntries(url.searchParams);
  const authIntent = intents.get(auth);
  const isApply = url.searchParams.has('apply');
  const link = document.querySelector<HTMLElement>(
    isApply ? '[data-apply]' : `[data-auth-intent="${authIntent}"]`,
  );
  if (!(isApply ? link : authIntent)) return false;
  for (const name of ['auth', 'apply', 'product', 'next']) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  // A link on another site must not apply in anybody's name: only a press on this very page counts.
  const isPress = withoutQuery(document.referrer) === withoutQuery(location.href);
  const wanted = {
    ...link?.dataset,
    ...(isApply ? {} : { authIntent }),
    ...(product ? { authProduct: product } : {}),
    ...(next ? { authNext: next } : {}),
  };
  if (isApply && !isPress) link?.focus();
  else void open(link, wanted, isPress);
  return true;
}

function withoutQuery(address: string): string | undefined {
  return address.split(/[?#]/)[0];
}

/** Nobody but the person, by a press, has an SMS sent. */
async function open(link: HTMLElement | null, wanted: DOMStringMap, isPress = true): Promise<void> {
  if (link?.ariaBusy) return;
  const setBusy = (isBusy: boolean) => showBusy(link, isBusy);
  const say = (message: string) => showMessage(link, message);
  say('');
  setBusy(true);
  addEventListener('pagehide', () => setBusy(false), { once: true });
  try {
    if (wanted.apply) {
      // A visitor will need the modal too: both are fetched at once.
      if (!hasSignedInHint()) void loadModal().catch(() => {});
      const { apply } = await loadApply();
      setBusy(false);
      return await apply({ jobSlug: wanted.apply, employerName: wanted.authEmployer, say, setBusy });
    }
    const { openAuthModal } = await loadModal();
    await openAuthModal(modalOptions(wanted), isPress);
  } catch {
    if (link) link.dataset.failed = 'true';
    say('This could not be loaded. Check your connection and try again.');
  }
  setBusy(false);
}

/** What the link, or the address, says of the sign-in. */
function modalOptions(wanted: DOMStringMap): AuthModalOptions {
  const { authProduct: product, authPhone: phone, authCountry: countryIsoCode } = wanted;
  const next = wanted.authNext ?? pageToDraw();
  return {
    intent: wanted.authIntent as AuthIntent,
    ...(product === 'moonshot' || product === 'cap' ? { product } : {}),
    ...(wanted.authEmployer ? { employerName: wanted.authEmployer } : {}),
    payload: { ...(phone ? { phone } : {}), ...(countryIsoCode ? { countryIsoCode } : {}) },
    ...(next ? { interrupted: { type: 'VISIT', path: next } } : {}),
  };
}

/** A page that was rendered for a visitor has to be rendered again for the person. */
function pageToDraw(): string | undefined {
  return document.querySelector('[data-account="known"]') ? location.pathname + location.search : undefined;
}

function showBusy(link: HTMLElement | null, isBusy: boolean): void {
  if (!link) return;
  link.ariaBusy = isBusy ? 'true' : null;
  link.querySelector('.btn-spinner')?.remove();
  if (!isBusy || !link.classList.contains('btn')) return;
  const spinner = document.createElement('span');
  spinner.className = 'btn-spinner';
  spinner.ariaHidden = 'true';
  link.prepend(spinner);
}

function showMessage(link: HTMLElement | null, message: string): void {
  document.querySelector('[data-auth-message]')?.remove();
  if (!message) return;
  const paragraph = document.createElement('p');
  paragraph.className = 'field-error';
  paragraph.role = 'alert';
  paragraph.dataset.authMessage = '';
  paragraph.textContent = message;
  // In the header's row it would push the links off a phone's screen.
  const row = link?.closest('.site-header > .wrap');
  if (row) paragraph.classList.add('wrap');
  if (link) (row ?? link).after(paragraph);
  else document.body.prepend(paragraph);
}
