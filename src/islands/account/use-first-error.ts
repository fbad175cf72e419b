import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the first invalid field after a failed submit; without one the focus stays. */
export function useFirstError(form: RefObject<HTMLFormElement | null>, failures: number): void {
  const shown = useRef(failures);
  useEffect(() => {
    if (shown.current === failures) return;
    shown.current = failures;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures, form]);
}
