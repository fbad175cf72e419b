import { type RefObject, useEffect, useRef } from 'react';

/** After a refused submit the focus goes to the first wrong field, or stays where it is when none is. */
export function useFirstError(form: RefObject<HTMLFormElement | null>, failures: number): void {
  const shown = useRef(failures);
  useEffect(() => {
    if (shown.current === failures) return;
    shown.current = failures;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures, form]);
}
