import { avatarLetter, avatarUrl } from '../../lib/domain/avatar.ts';
import type { AccountUser } from './account-user.ts';

/**
 * Who is signed in, on pages that were made before anybody was. Only a browser that carries the hint cookie asks;
 * a visitor's page makes no call. Whoever signs a person in or out says so with `liftoff:user` on the document.
 */
const root = document.documentElement;
const account = document.querySelector<HTMLElement>('[data-account]');
const menu = account?.querySelector('details');

async function showPerson() {
  root.classList.add('signed-in');
  const response = await fetch('/api/v3/user/', { cache: 'no-store' }).catch(() => null);
  if (response?.status === 401) showVisitor();
  if (!response?.ok) return;
  const { user } = (await response.json()) as { user: AccountUser };
  fillIn(user);
}

function fillIn(user: AccountUser) {
  const name = account?.querySelector('[data-account-name]');
  if (name) name.textContent = user.name;
  const letter = avatarLetter(user.name);
  const url = avatarUrl(user.avatar);
  const avatar = account?.querySelector('[data-avatar]');
  if (letter) avatar?.replaceChildren(Object.assign(document.createElement('span'), { textContent: letter }));
  if (url) avatar?.append(Object.assign(new Image(192, 192), { alt: '', src: url }));
}

function showVisitor() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140 and old Safari.
  document.cookie = 'signed_in=; Max-Age=0; Path=/';
  root.classList.remove('signed-in');
}

async function logOut() {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch('/api/v1/auth/logout/', { method: 'POST', headers, body: '{}' }).catch(
    () => null,
  );
  const error = account?.querySelector('[data-account-error]');
  if (response?.ok) location.reload();
  else if (error) error.textContent = 'Could not log you out. Try again.';
}

function closeMenu() {
  if (menu) menu.open = false;
}

account?.querySelector('[data-log-out]')?.addEventListener('click', logOut);
document.addEventListener('liftoff:user', (event) => {
  const { user } = (event as CustomEvent<{ user: AccountUser | null }>).detail;
  if (!user) return showVisitor();
  root.classList.add('signed-in');
  fillIn(user);
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
if (account?.getAttribute('data-account') === 'unknown' && root.classList.contains('signed-in')) showPerson();
