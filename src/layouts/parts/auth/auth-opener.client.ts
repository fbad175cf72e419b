/**
 * The only part of signing in that every page loads. It opens the modal on a click on `[data-auth-intent]` or `[data-apply]`,
 * for `?auth=…` or `?apply` in the URL (where such a link leads when it is clicked before this script has run), and for a
 * sign-in that a reload interrupted.
 */
import { findPendingSignIn } from '#lib/browser/pending-sign-in.ts';
import { hasSignedInHint } from '#lib/browser/user-event.ts';
import { productOfPath, products } from '#lib/domain/account/profiles.ts';
import type { AuthIntent } from '#lib/domain/auth/auth-flow.ts';

const loadModal = () => import('#islands/auth-modal/mount.tsx');
const loadApply = () => import('#lib/stores/hiring/apply-to-job.ts');

type AuthModalOptions = Parameters<Awaited<ReturnType<typeof loadModal>>['openAuthModal']>[0];

/** The intents by their value in `?auth=…`. */
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

const findLink = ({ target }: Event) =>
  (target as Element).closest<HTMLElement>('[data-auth-intent],[data-apply]');

// Loading begins when a finger, the mouse or the focus reaches the link, which is well before the click.
for (const type of ['pointerover', 'focusin'])
  document.addEventListener(type, (event) => {
    const link = findLink(event);
    if (!link) return;
    if (link.dataset.apply) loadApply().catch(() => {});
    if (!(link.dataset.apply && hasSignedInHint())) loadModal().catch(() => {});
  });

document.addEventListener('click', (event) => {
  const link = findLink(event);
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  // After a failed load the link navigates: browsers may not fetch a failed module again.
  if (!link || !isPlain || event.defaultPrevented || link.dataset.failed) return;
  event.preventDefault();
  void open(link, link.dataset);
});

if (!openFromUrl() && findPendingSignIn())
  void loadModal().then(
    (modal) => modal.resumeAuthModal(),
    () => null,
  );

/** Opens the modal that the URL names; returns whether the URL names one. */
function openFromUrl(): boolean {
  const url = new URL(location.href);
  const { auth = '', product, next } = Object.fromEntries(url.searchParams);
  const authIntent = intents.get(auth);
  const isApply = url.searchParams.has('apply');
  // A link on another site must not act in the person's name: only a press on this page counts.
  const isPress = withoutQuery(document.referrer) === withoutQuery(location.href);
  // A form that the server returned is posted again after signing in.
  const finish = isPress && url.searchParams.has('finish') ? '[data-auth-submit]' : '';
  const link = document.querySelector<HTMLElement>(
    isApply ? '[data-apply]' : `[data-auth-intent="${authIntent}"]${finish}`,
  );
  if (!(isApply ? link : authIntent)) return false;
  for (const name of ['auth', 'apply', 'product', 'next', 'finish']) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  const request = {
    ...link?.dataset,
    ...(isApply ? {} : { authIntent }),
    ...(product ? { authProduct: product } : {}),
    ...(next ? { authNext: next } : {}),
  };
  if (isApply && !isPress) link?.focus();
  else void open(link, request, isPress);
  return true;
}

function withoutQuery(address: string): string | undefined {
  return address.split(/[?#]/)[0];
}

const loadFailure = 'This could not be loaded. Check your connection and try again.';

/** Opens the modal or starts the application. Without a click of the person (`isPress`) no SMS is sent. */
async function open(link: HTMLElement | null, request: DOMStringMap, isPress = true): Promise<void> {
  if (link?.ariaBusy) return;
  const setBusy = (isBusy: boolean) => showBusy(link, isBusy);
  const showMessage = (message: string) => showMessageAt(link, message);
  showMessage('');
  setBusy(true);
  addEventListener('pagehide', () => setBusy(false), { once: true });
  try {
    if (request.apply) return await apply(request.apply, { showMessage, setBusy });
    const { openAuthModal } = await loadModal();
    await openAuthModal(getModalOptions(request), isPress);
  } catch {
    if (link) link.dataset.failed = 'true';
    showMessage(loadFailure);
  }
  setBusy(false);
}

/** Starts an application; loads React and the modal only when the person has to sign in. */
async function apply(
  jobSlug: string,
  { showMessage, setBusy }: { showMessage(message: string): void; setBusy(isBusy: boolean): void },
): Promise<void> {
  // A visitor will need the modal too, so both are fetched at once.
  if (!hasSignedInHint()) void loadModal().catch(() => {});
  const { startApplication } = await loadApply();
  setBusy(false);
  await startApplication(jobSlug, {
    showMessage,
    setBusy,
    navigate: (path) => location.assign(path),
    async signIn(intent) {
      setBusy(true);
      try {
        const { openAuthModal } = await loadModal();
        await openAuthModal({
          intent,
          product: 'moonshot',
          tracking: { source: 'apply', job_slug: jobSlug },
          interrupted: { type: 'PRESS', selector: `[data-apply="${CSS.escape(jobSlug)}"]` },
        });
      } catch {
        showMessage(loadFailure);
      } finally {
        setBusy(false);
      }
    },
  });
}

/** Returns the modal's options from the attributes of the link or from the URL. */
function getModalOptions(request: DOMStringMap): AuthModalOptions {
  const { authPhone: phone, authCountry: countryIsoCode } = request;
  const next = request.authNext ?? findPageToReload();
  return {
    intent: request.authIntent as AuthIntent,
    product:
      products.find((product) => product === request.authProduct) ??
      productOfPath(request.authNext ?? location.pathname),
    payload: { ...(phone ? { phone } : {}), ...(countryIsoCode ? { countryIsoCode } : {}) },
    ...(request.authSubmit
      ? { interrupted: { type: 'PRESS', selector: request.authSubmit } }
      : next
        ? { interrupted: { type: 'VISIT', path: next } }
        : {}),
  };
}

/**
 * Returns the path of this page if the server rendered it for a visitor, because it must be rendered again for the
 * person.
 */
function findPageToReload(): string | undefined {
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

function showMessageAt(link: HTMLElement | null, message: string): void {
  document.querySelector('[data-auth-message]')?.remove();
  if (!message) return;
  const paragraph = document.createElement('p');
  paragraph.className = 'field-error';
  paragraph.role = 'alert';
  paragraph.dataset.authMessage = '';
  paragraph.textContent = message;
  // In the header's row the message would push the links off a phone's screen.
  const row = link?.closest('.site-header > .wrap');
  if (row) paragraph.classList.add('wrap');
  if (link) (row ?? link).after(paragraph);
  else document.body.prepend(paragraph);
}
