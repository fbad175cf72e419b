import { createRoot } from 'react-dom/client';
import { openAuth } from '../../lib/stores/auth-actions.ts';
import type { AuthModalOptions } from '../../lib/stores/auth-modal.ts';
import { loadUser } from '../../lib/stores/user.ts';
import { AuthModal } from './AuthModal.tsx';

let isMounted = false;

/** The one way to open the sign-in modal; whoever needs it imports this file on demand. */
export async function openAuthModal(options: AuthModalOptions): Promise<void> {
  mount();
  // Who is signed in decides where it starts (AUTH-03); when that cannot be learnt, signing in can still be tried.
  await loadUser().catch(() => null);
  openAuth(options);
}

function mount(): void {
  if (isMounted) return;
  isMounted = true;
  const container = document.createElement('div');
  document.body.append(container);
  createRoot(container).render(<AuthModal />);
}
