import type { AccountUser } from '#lib/domain/account/account-user.ts';
import { avatarLetter, avatarUrl } from '#lib/domain/core/avatar.ts';
import { reset } from './event-queue.ts';
import {
  broadcastLogout,
  broadcastUser,
  hasSignedInHint,
  onOtherTabChange,
  userEventName,
} from './user-event.ts';

/**
 * The script of the account menu. On prerendered pages it loads who is signed in, and only with the hint cookie: a visitor's
 * page makes no call. It listens for the event `liftoff:user` on the document and for changes in other tabs.
 */
const root = document.documentElement;
// APP-03
const apiBase: string = import.meta.env.PUBLIC_API_BASE_URL ?? '';
const account = document.querySelector<HTMLElement>('[data-account]');
const menu = account?.querySelector('details');
/** True when the server rendered this page for the person or visitor who requested it. */
const isServerRendered = account?.dataset.account === 'known';

const fetchUser = () => fetch(`${apiBase}/api/v3/user/`, { cache: 'no-store' }).catch(() => null);

async function loadUser() {
  root.classList.add('signed-in');
  const first = await fetchUser();
  // Another response may have replaced the session while the request was sent; the second one has the new cookie.
  const response = first?.status === 401 ? await fetchUser() : first;
  if (response?.status === 401) showSignedOut();
  if (!response?.ok) return;
  if (isServerRendered) reloadOnce();
  const { user } = await response.json();
  showUser({ ...user, isPhoneVerified: user.is_phone_verified });
}

function showUser(user: AccountUser) {
  root.classList.add('signed-in');
  broadcastUser(user);
  const name = account?.querySelector('[data-account-name]');
  if (name) name.textContent = user.name;
  const letter = avatarLetter(user.name);
  const url = avatarUrl(user.avatar);
  const avatar = account?.querySelector('[data-avatar]');
  if (letter) avatar?.replaceChildren(Object.assign(document.createElement('span'), { textContent: letter }));
  if (url) avatar?.append(Object.assign(new Image(192, 192), { alt: '', src: url }));
  // [USER-07]
  account?.querySelector('[data-account-verify]')?.toggleAttribute('hidden', user.isPhoneVerified);
}

function showSignedOut() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140 and old Safari.
  document.cookie = 'signed_in=; Max-Age=0; Path=/';
  root.classList.remove('signed-in');
  broadcastUser(null);
}

/** Reloads a page that the server rendered for a visitor while the session was being replaced; only once. */
function reloadOnce() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'reload' && !document.querySelector('dialog[open]')) location.reload();
}

/** Reloads a server-rendered page, unless a dialog is open: it may hold unsaved input. */
function handleOtherTabChange() {
  if (isServerRendered && !document.querySelector('dialog[open]')) location.reload();
  else if (hasSignedInHint()) void loadUser();
  else showSignedOut();
}

/** Reloads a page that the server rendered for a person while they logged out in another tab. */
async function reloadIfSignedOut() {
  if ((await fetchUser())?.status === 401) location.reload();
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
  broadcastLogout();
  reset();
  showSignedOut();
  // A page of staff no longer exists for the person, so its button names another page.
  if (button.dataset.logOut) location.assign(button.dataset.logOut);
  else location.reload();
}

function closeMenu() {
  if (menu) menu.open = false;
}

account?.querySelector('[data-log-out]')?.addEventListener('click', logOut);
onOtherTabChange(handleOtherTabChange);
document.addEventListener(userEventName, (event) => {
  const { user } = (event as CustomEvent<{ user: AccountUser | null }>).detail;
  if (user) showUser(user);
  else showSignedOut();
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
if (isServerRendered && isShown && !hasSignedInHint()) void reloadIfSignedOut();
else if (isServerRendered ? hasSignedInHint() && !isShown : isShown) void loadUser();
