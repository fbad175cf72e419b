import { createRoot } from 'react-dom/client';
import { findPendingSignIn } from '#lib/browser/pending-sign-in.ts';
import { onOtherTabChange } from '#lib/browser/user-event.ts';
import { sendsOtpOnEntry } from '#lib/domain/auth/auth-flow.ts';
import { $user, loadUser, reloadUser } from '#lib/stores/account/user.ts';
import { completeIfSignedIn, openAuth } from '#lib/stores/auth/auth-actions.ts';
import { persistAuth } from '#lib/stores/auth/auth-form.ts';
import { reopenOnSignOut, resumeAuth } from '#lib/stores/auth/auth-resume.ts';
import type { AuthModalOptions } from '#lib/stores/auth/auth-state.ts';
import { AuthModal } from './AuthModal.tsx';
import styles from './auth-modal.css?inline';

let isMounted = false;

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
  if (!isMounted) mount();
  // The signed-in person decides the first step (AUTH-03). When loading them fails, the modal starts as for a visitor.
  await loadUser().catch(() => null);
}

function mount(): void {
  isMounted = true;
  adoptStyles();
  const container = document.createElement('div');
  document.body.append(container);
  const { placementEmployer = '' } = document.body.dataset;
  createRoot(container).render(<AuthModal placementEmployer={placementEmployer} />);
  persistAuth();
  reopenOnSignOut();
  onOtherTabChange(() => void reloadUser().then(completeIfSignedIn, () => null));
}

/**
 * Adds the styles, which come in this file: an imported stylesheet would become part of every page that can open the modal,
 * and one with its own URL would be another request. A constructed sheet is no inline style to the security policy. [C-35]
 */
function adoptStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
