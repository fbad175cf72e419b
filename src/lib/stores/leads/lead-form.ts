import { atom, type ReadableAtom } from 'nanostores';
import { ApiError } from '#lib/client/api-error.ts';
import { type FormGuard, minFillMs } from '#lib/domain/leads/form-guard.ts';
import type { Receipt } from '#lib/domain/leads/lead-receipt.ts';
import type { Form, FormErrors } from '#lib/stores/core/form.ts';

/** A form for a brochure or a callback, and the receipt after it was sent. */
export interface LeadForm<Name extends string = string> {
  form: Form<Name>;
  $receipt: ReadableAtom<Receipt | null>;
  /**
   * Validates and sends the form, then sets the receipt or shows the errors. The server takes a form that is sent too soon
   * for a program's, so a fast person waits until that time is over.
   * @param website content of the honeypot field
   * @param elapsedMs how long the page has been open
   */
  send(website: string, elapsedMs: number): Promise<void>;
}

/** The first values of the form, and the errors of the server when it was posted without script. */
export interface InitialLeadForm<Name extends string> {
  values?: Partial<Record<Name, string>>;
  errors?: Readonly<Record<string, string>>;
  formError?: string | null;
}

interface LeadFormOptions<Name extends string> {
  form: Form<Name>;
  initial: InitialLeadForm<Name>;
  call: (guard: Required<FormGuard>) => Promise<Receipt>;
  /** Maps a field of the wire to a field of the form. */
  fieldOf: (wireField: string) => Name | undefined;
}

/** Creates the store of one form on one page. It is not shared and ends with the page. */
export function createLeadForm<Name extends string>({
  form,
  initial,
  call,
  fieldOf,
}: LeadFormOptions<Name>): LeadForm<Name> {
  const $receipt = atom<Receipt | null>(null);
  form.setErrors((initial.errors ?? {}) as FormErrors<Name>, initial.formError ?? null);

  function showFailure(error: unknown): void {
    if (!(error instanceof ApiError)) {
      form.setErrors({}, error instanceof Error ? error.message : String(error), true);
      return;
    }
    const entries = Object.entries(error.fieldErrors).map(([field, text]) => [fieldOf(field), text] as const);
    const errors = Object.fromEntries(entries.filter(([name]) => name)) as FormErrors<Name>;
    const hasFieldForEach = entries.length > 0 && entries.every(([name]) => name);
    const formError = hasFieldForEach ? null : (error.error ?? 'Something went wrong. Try Again.');
    form.setErrors(errors, formError, !hasFieldForEach);
  }

  return {
    form,
    $receipt,
    async send(website, elapsedMs) {
      if (form.$isSubmitting.get() || !form.validate()) return;
      await form.submit(async () => {
        try {
          if (elapsedMs < minFillMs) await wait(minFillMs - elapsedMs);
          $receipt.set(await call({ website, elapsedMs: Math.max(Math.round(elapsedMs), minFillMs) }));
        } catch (error) {
          showFailure(error);
        }
      });
    },
  };
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
