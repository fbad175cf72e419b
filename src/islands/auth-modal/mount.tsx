import { createRoot } from 'react-dom/client';
import { findSignIn } from '#lib/browser/sign-in-memory.ts';
import { hearOtherTabs } from '#lib/browser/user-event.ts';
import { sendsOtpOnEntry } from '#lib/domain/auth/auth-flow.ts';
import { $user, loadUser, reloadUser } from '#lib/stores/account/user.ts';
import { followPerson, settleAuth } from '#lib/stores/auth/auth-actions.ts';
import type { AuthModalOptions } from '#lib/stores/auth/auth-modal.ts';
import { openAuth } from '#lib/stores/auth/auth-open.ts';
import { rememberAuth, resumeAuth } from '#lib/stores/auth/auth-resume.ts';
import { AuthModal } from './AuthModal.tsx';
import stylesheetUrl from './auth-modal.css?url';

let mounted: Promise<void> | null = null;

/**
 * The one way to open the sign-in modal; whoever needs it imports this file on demand. Where no press of the person
 * asked for it, it does not open if that would send an SMS at once.
 */
export async function openAuthModal(options: AuthModalOptions, isPress = true): Promise<void> {
  await prepare();
  if (isPress || !sendsOtpOnEntry(options.intent, $user.get())) openAuth(options);
}

/** Goes on where this page was when it was reloaded or put away. */
export async function resumeAuthModal(): Promise<void> {
  await prepare();
  const signIn = findSignIn();
  if (signIn) resumeAuth(signIn);
}

async function prepare(): Promise<void> {
  mounted ??= mount();
  await mounted;
  // Who is signed in decides where it starts (AUTH-03); when that cannot be learnt, signing in can still be tried.
  await loadUser().catch(() => null);
}

async function mount(): Promise<void> {
  try {
    await loadStylesheet();
  } catch (error) {
    mounted = null;
    throw error;
  }
  const container = document.createElement('div');
  document.body.append(container);
  createRoot(container).render(<AuthModal />);
  rememberAuth();
  followPerson();
  hearOtherTabs(() => void reloadUser().then(settleAuth, () => null));
}

/** Asked for by address: an imported stylesheet would become part of every page that can open the modal. */
function loadStylesheet(): Promise<Event> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = stylesheetUrl;
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error('The stylesheet of the modal could not be loaded'));
    };
    document.head.append(link);
  });
}
