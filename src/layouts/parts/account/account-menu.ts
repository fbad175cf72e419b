import {
  hasSignedInHint,
  hearOtherTabs,
  shareLogOut,
  shareUser,
  userEventName,
} from '#lib/browser/user-event.ts';
import { avatarLetter, avatarUrl } from '#lib/domain/core/avatar.ts';
import type { AccountUser } from './account-user.ts';

/**
 * Who is signed in, on pages that were made before anybody was. Only a browser that carries the hint cookie asks;
 * a visitor's page makes no call. Whoever signs a person in or out says so with `liftoff:user` on the document,
 * and other tabs hear it.
 */
const root = document.documentElement;
// APP-03
const apiBase: string = import.meta.env.PUBLIC_API_BASE_URL ?? '';
const account = document.querySelector<HTMLElement>('[data-account]');
const menu = account?.querySelector('details');
/** Rendered by the server for whoever asked, a visitor included. */
const isServerDrawn = account?.dataset.account === 'known';

const ask = () => fetch(`${apiBase}/api/v3/user/`, { cache: 'no-store' }).catch(() => null);

async function askWhoItIs() {
  root.classList.add('signed-in');
  const first = await ask();
  // The question may have crossed the exchange of the session for a new one.
  const response = first?.status === 401 ? await ask() : first;
  if (response?.status === 401) personLeft();
  if (!response?.ok) return;
  if (isServerDrawn) redraw();
  const { user } = await response.json();
  show({ ...user, isPhoneVerified: user.is_phone_verified });
}

function show(user: AccountUser) {
  root.classList.add('signed-in');
  shareUser(user);
  const name = account?.querySelector('[data-account-name]');
  if (name) name.textContent = user.name;
  const letter = avatarLetter(user.name);
  const url = avatarUrl(user.avatar);
  const avatar = account?.querySelector('[data-avatar]');
  if (letter) avatar?.replaceChildren(Object.assign(document.createElement('span'), { textContent: letter }));
  if (url) avatar?.append(Object.assign(new Image(192, 192), { alt: '', src: url }));
  // USER-07
  account?.querySelector('[data-account-verify]')?.toggleAttribute('hidden', user.isPhoneVerified);
}

function personLeft() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140 and old Safari.
  document.cookie = 'signed_in=; Max-Age=0; Path=/';
  root.classList.remove('signed-in');
  shareUser(null);
}

/** The server drew this page for a visitor while the session was being exchanged for a new one. Once is enough. */
function redraw() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'reload' && !document.querySelector('dialog[open]')) location.reload();
}

/** A page that was drawn for a person, or for a visitor, is drawn again; what is being typed in a dialog is not lost. */
function changedElsewhere() {
  if (isServerDrawn && !document.querySelector('dialog[open]')) location.reload();
  else if (hasSignedInHint()) void askWhoItIs();
  else personLeft();
}

/** The server drew this page for a person while they were logging out in another tab, which this one did not hear yet. */
async function leaveIfLoggedOut() {
  if ((await ask())?.status === 401) location.reload();
}

async function logOut({ currentTarget }: Event) {
  const button = currentTarget as HTMLButtonElement;
  const error = account?.querySelector('[data-account-error]');
  const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
  button.disabled = true;
  const response = await fetch(`${apiBase}/api/v1/auth/logout/`, request).catch(() => null);
  button.disabled = false;
  if (!response?.ok && error) error.textContent = 'Could not log you out. Try again.';
  if (!response?.ok) return;
  shareLogOut();
  personLeft();
  location.reload();
}

function closeMenu() {
  if (menu) menu.open = false;
}

account?.querySelector('[data-log-out]')?.addEventListener('click', logOut);
hearOtherTabs(changedElsewhere);
document.addEventListener(userEventName, (event) => {
  const { user } = (event as CustomEvent<{ user: AccountUser | null }>).detail;
  if (user) show(user);
  else personLeft();
});
document.addEventListener('click', (event) => {
  if (!menu?.contains(event.target as Node)) closeMenu();
});
menu?.addEventListener('focusout', (event) => {
  if (event.relatedTarget && !menu.contains(event.relatedTarget as Node)) closeMenu();
});
menu?.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !menu.open) return;
  closeMenu();
  menu.querySelector('summary')?.focus();
});
const isShown = root.classList.contains('signed-in');
if (isServerDrawn && isShown && !hasSignedInHint()) void leaveIfLoggedOut();
else if (isServerDrawn ? hasSignedInHint() && !isShown : isShown) void askWhoItIs();
