import { atom, type ReadableAtom } from 'nanostores';
import { ApiError } from '#lib/client/api-error.ts';
import { type FormGuard, fastestMs } from '#lib/domain/leads/form-guard.ts';
import type { Receipt } from '#lib/domain/leads/lead-receipt.ts';
import type { Form, FormErrors } from '#lib/stores/core/form.ts';

/** One form that asks for something, and what came of it. */
export interface LeadForm<Name extends string = string> {
  form: Form<Name>;
  $receipt: ReadableAtom<Receipt | null>;
  /**
   * Checks, sends, and then either shows the receipt or says what is wrong. Whoever is faster than a program may be
   * waits for the rest, so that nobody is taken for one.
   * @param website what stands in the field that only programs fill in
   * @param shownMs for how long the page has been here
   */
  send(website: string, shownMs: number): Promise<void>;
}

interface Options<Name extends string> {
  form: Form<Name>;
  call: (guard: Required<FormGuard>) => Promise<Receipt>;
  /** The form's name for a field of the call. */
  fieldOf: (wireField: string) => Name | undefined;
}

/** A lead form is made per mounted island: nothing of it outlives the page or is shared. */
export function createLeadForm<Name extends string>({ form, call, fieldOf }: Options<Name>): LeadForm<Name> {
  const $receipt = atom<Receipt | null>(null);

  function showFailure(error: unknown): void {
    if (!(error instanceof ApiError)) {
      form.setErrors({}, error instanceof Error ? error.message : String(error), true);
      return;
    }
    const entries = Object.entries(error.fieldErrors).map(([field, text]) => [fieldOf(field), text] as const);
    const errors = Object.fromEntries(entries.filter(([name]) => name)) as FormErrors<Name>;
    const isPlaced = entries.length > 0 && entries.every(([name]) => name);
    form.setErrors(errors, isPlaced ? null : (error.error ?? 'Something went wrong. Try Again.'), !isPlaced);
  }

  return {
    form,
    $receipt,
    async send(website, shownMs) {
      if (form.$isSubmitting.get() || !form.validate()) return;
      await form.submit(async () => {
        try {
          if (shownMs < fastestMs) await wait(fastestMs - shownMs);
          $receipt.set(await call({ website, elapsedMs: Math.max(Math.round(shownMs), fastestMs) }));
        } catch (error) {
          showFailure(error);
        }
      });
    },
  };
}

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
