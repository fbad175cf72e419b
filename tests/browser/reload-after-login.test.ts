import { afterEach, expect, it, vi } from 'vitest';
import { reloadAfterLogin } from '#lib/browser/reload-after-login.ts';
import { userEventName } from '#lib/browser/user-event.ts';

afterEach(() => vi.unstubAllGlobals());

/** Fakes a page with this cookie, and counts how often it loads again after the events. */
function countReloads(cookie: string, users: readonly (object | null)[]): number {
  const page = Object.assign(new EventTarget(), { cookie });
  const reload = vi.fn();
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { reload });
  reloadAfterLogin();
  for (const user of users) page.dispatchEvent(new CustomEvent(userEventName, { detail: { user } }));
  return reload.mock.calls.length;
}

it('[AUTH-09] a page that was not there loads again once the visitor has logged in on it', () => {
  expect(countReloads('', [null, { id: '1' }])).toBe(1);
});

it('[AUTH-09] it does not load again for a person who was signed in before, nor for a visitor', () => {
  expect(countReloads('signed_in=1', [{ id: '1' }])).toBe(0);
  expect(countReloads('', [null])).toBe(0);
});
