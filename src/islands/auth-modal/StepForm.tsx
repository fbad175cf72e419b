import { useStore } from '@nanostores/react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import { Button } from '../ui/Button.tsx';
import { TryAgain } from './TryAgain.tsx';
import { useStepText } from './use-step-text.ts';

export const titleId = 'auth-title';
export const subtitleId = 'auth-subtitle';

interface StepFormProps {
  onSubmit: () => Promise<void>;
  isDisabled?: boolean;
  /** Stands behind the subtitle: a link that changes what the subtitle says. */
  subtitleAction?: ReactNode;
  children: ReactNode;
  /** Below the button. */
  after?: ReactNode;
}

/** What the four steps share: title, form-level error, one button that sends; and where the focus goes. */
export function StepForm({ onSubmit, isDisabled = false, subtitleAction, children, after }: StepFormProps) {
  const { title, subtitle, phoneSubtitle, button } = useStepText();
  const isSubmitting = useStore(authForm.$isSubmitting);
  const formError = useStore(authForm.$formError);
  const form = useRef<HTMLFormElement>(null);
  useFocus(form);

  return (
    <form
      ref={form}
      className="auth-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDisabled) void onSubmit();
      }}
    >
      <div className="auth-header">
        <h2 id={titleId}>{title}</h2>
        <p className="auth-subtitle">
          <span id={subtitleId}>
            <span className={phoneSubtitle ? 'auth-not-phone' : undefined}>{subtitle}</span>
            {phoneSubtitle && <span className="auth-only-phone">{phoneSubtitle}</span>}
          </span>{' '}
          {subtitleAction}
        </p>
      </div>
      {children}
      <div role="alert">{formError && <p className="auth-notice">{formError}</p>}</div>
      <TryAgain />
      <div className="auth-submit">
        <Button type="submit" scale="auth" isLoading={isSubmitting} disabled={isDisabled}>
          {button}
        </Button>
      </div>
      {after}
    </form>
  );
}

/** To the first field of a new step, and after a failed submit to the first wrong one. */
function useFocus(form: RefObject<HTMLFormElement | null>): void {
  const failures = useStore(authForm.$failures);
  const shown = useRef(failures);

  useEffect(() => {
    // The step before may have been scrolled.
    form.current?.parentElement?.scrollTo(0, 0);
    form.current?.querySelector('input')?.focus();
  }, [form]);
  useEffect(() => {
    if (shown.current === failures) return;
    shown.current = failures;
    const wrong = form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
    // A form-level error has no field, and the pressed button may have lost the focus while it was busy.
    (wrong ?? form.current?.querySelector('input'))?.focus();
    // A wrong OTP is typed anew rather than mended.
    if (wrong?.autocomplete === 'one-time-code') wrong.select();
  }, [failures, form]);
}
