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
  /** A link after the subtitle that changes the number or the step. */
  subtitleAction?: ReactNode;
  children: ReactNode;
  /** Shown below the button. */
  after?: ReactNode;
}

/** The form that all steps share: title, form-level error, submit button and focus handling. */
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

/** Focuses the first field of a new step, and after a failed submit the first invalid one. */
function useFocus(form: RefObject<HTMLFormElement | null>): void {
  const failures = useStore(authForm.$failures);
  const handled = useRef(failures);

  useEffect(() => {
    // The previous step may have been scrolled down.
    form.current?.parentElement?.scrollTo(0, 0);
    form.current?.querySelector('input')?.focus();
  }, [form]);
  useEffect(() => {
    if (handled.current === failures) return;
    handled.current = failures;
    const invalid = form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
    // A form-level error has no field, and the submit button loses the focus while it is disabled.
    (invalid ?? form.current?.querySelector('input'))?.focus();
    // People retype a wrong OTP rather than correct it.
    if (invalid?.autocomplete === 'one-time-code') invalid.select();
  }, [failures, form]);
}
