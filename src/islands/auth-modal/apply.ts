import { startApplication } from '#lib/stores/hiring/apply-to-job.ts';

interface PressedApply {
  jobSlug: string;
  employerName?: string | undefined;
  say(message: string): void;
  setBusy(isBusy: boolean): void;
}

/** Starts an application from a clicked link; loads React and the modal only when the person has to sign in. */
export function apply({ jobSlug, employerName, say, setBusy }: PressedApply): Promise<void> {
  return startApplication(jobSlug, {
    showMessage: say,
    setBusy,
    navigate: (path) => location.assign(path),
    async signIn(intent) {
      setBusy(true);
      try {
        const { openAuthModal } = await import('./mount.tsx');
        await openAuthModal({
          intent,
          product: 'moonshot',
          ...(employerName ? { employerName } : {}),
          tracking: { source: 'apply', job_slug: jobSlug },
          interrupted: { type: 'PRESS', selector: `[data-apply="${CSS.escape(jobSlug)}"]` },
        });
      } catch {
        say('This could not be loaded. Check your connection and try again.');
      } finally {
        setBusy(false);
      }
    },
  });
}
