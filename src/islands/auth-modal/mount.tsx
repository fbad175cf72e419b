import { createRoot } from 'react-dom/client';
import { findPendingSignIn } from '#lib/browser/pending-sign-in.ts';
import { onOtherTabChange } from '#lib/browser/user-event.ts';
import { sendsOtpOnEntry } from '#lib/domain/auth/auth-flow.ts';
import { $user, loadUser, reloadUser } from '#lib/stores/account/user.ts';
import { completeIfSignedIn, openAuth, reopenOnSignOut, resumeAuth } from '#lib/stores/auth/auth-actions.ts';
import { persistAuth } from '#lib/stores/auth/auth-form.ts';
import type { AuthModalOptions } from '#lib/stores/auth/auth-state.ts';
import { AuthModal } from './AuthModal.tsx';
import stylesheetUrl from './auth-modal.css?url';

let mounted: Promise<void> | null = null;

/**
 * Opens the sign-in modal; callers import this file on demand. Without a click of the person (`isPress`) it stays closed when
 * opening would send an SMS.
 */
export async function openAuthModal(options: AuthModalOptions, isPress = true): Promise<void> {
  await prepare();
  if (isPress || !sendsOtpOnEntry(options.intent, $user.get())) openAuth(options);
}

/** Restores a sign-in that a reload interrupted. */
export async function resumeAuthModal(): Promise<void> {
  await prepare();
  const signIn = findPendingSignIn();
  if (signIn) resumeAuth(signIn);
}

async function prepare(): Promise<void> {
  mounted ??= mount();
  await mounted;
  // The signed-in person decides the first step (AUTH-03). When loading them fails, the modal starts as for a visitor.
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
  persistAuth();
  reopenOnSignOut();
  onOtherTabChange(() => void reloadUser().then(completeIfSignedIn, () => null));
}

/** Loads the stylesheet by its URL: an imported one would become part of every page that can open the modal. */
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
