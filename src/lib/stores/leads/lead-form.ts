import { atom, type ReadableAtom } from 'nanostores';
import { ApiError, NetworkError } from '#lib/client/api-error.ts';
import { type FormGuard, minFillMs } from '#lib/domain/leads/form-guard.ts';
import type { Receipt } from '#lib/domain/leads/lead-receipt.ts';
import type { Form, FormErrors } from '#lib/stores/core/form.ts';
import { findUnsentLead, removeUnsentLead, saveUnsentLead } from './unsent-lead.ts';

/** A form for a brochure or a callback, and the receipt after it was sent. */
export interface LeadForm<Name extends string = string> {
  form: Form<Name>;
  $receipt: ReadableAtom<Receipt | null>;
  /** Whether the answers are kept because the person is offline, and sent when they are back. */
  $isWaiting: ReadableAtom<boolean>;
  /**
   * Validates and sends the form, then sets the receipt or shows the errors. The server takes a form that is sent too soon
   * for a program's, so a fast person waits until that time is over.
   * @param website content of the honeypot field
   * @param elapsedMs how long the page has been open
   */
  send(website: string, elapsedMs: number): Promise<void>;
  /**
   * Restores the answers that could not be sent before a reload, and sends a form that waits as soon as the browser is online. Returns
   * a function that stops it. [APP-01]
   */
  connect(): () => void;
}

/** The first values of the form, and the errors of the server when it was posted without script. */
export interface InitialLeadForm<Name extends string> {
  values?: Partial<Record<Name, string>>;
  errors?: Readonly<Record<string, string>>;
  formError?: string | null;
}

interface LeadFormOptions<Name extends string> {
  /** Names the form's unsent answers in this tab. */
  name: string;
  form: Form<Name>;
  initial: InitialLeadForm<Name>;
  call: (guard: Required<FormGuard>) => Promise<Receipt>;
  /** Maps a field of the wire to a field of the form. */
  fieldOf: (wireField: string) => Name | undefined;
}

/** How long a form that waits pauses when the browser is online again and the server still cannot be reached. */
const retryMs = 10_000;

/** Creates the store of one form on one page. It is not shared and ends with the page. */
export function createLeadForm<Name extends string>({
  name,
  form,
  initial,
  call,
  fieldOf,
}: LeadFormOptions<Name>): LeadForm<Name> {
  const $receipt = atom<Receipt | null>(null);
  const $isWaiting = atom(false);
  let retry: ReturnType<typeof setTimeout> | undefined;
  form.setErrors((initial.errors ?? {}) as FormErrors<Name>, initial.formError ?? null);

  /** Keeps the answers. The form waits only if the person reads that it does: the browser itself says that it is offline. */
  function keep(error: NetworkError): void {
    const isWaiting = $isWaiting.get() || error.reason === 'offline';
    saveUnsentLead(name, { values: form.$values.get(), isWaiting });
    $isWaiting.set(isWaiting);
    if (!isWaiting) form.setErrors({}, error.message, true);
    else if (navigator.onLine) retry = setTimeout(sendWaiting, retryMs);
  }

  function showFailure(error: unknown): void {
    if (error instanceof NetworkError) {
      keep(error);
      return;
    }
    $isWaiting.set(false);
    removeUnsentLead(name);
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

  async function send(website: string, elapsedMs: number): Promise<void> {
    if (form.$isSubmitting.get() || $receipt.get()) return;
    // A form that waits and has become incomplete waits no longer: its errors say what to do.
    if (!form.validate()) {
      $isWaiting.set(false);
      return;
    }
    clearTimeout(retry);
    await form.submit(async () => {
      try {
        if (elapsedMs < minFillMs) await wait(minFillMs - elapsedMs);
        const receipt = await call({ website, elapsedMs: Math.max(Math.round(elapsedMs), minFillMs) });
        removeUnsentLead(name);
        $isWaiting.set(false);
        $receipt.set(receipt);
      } catch (error) {
        showFailure(error);
      }
    });
  }

  /** The person filled the form in before they were offline, so it was open long enough. */
  function sendWaiting(): void {
    if ($isWaiting.get() && navigator.onLine) void send('', minFillMs);
  }

  return {
    form,
    $receipt,
    $isWaiting,
    send,
    connect() {
      const unsent = findUnsentLead(name);
      for (const [field, value] of Object.entries(unsent?.values ?? {}))
        if (field in form.$values.get()) form.change(field as Name, value);
      if (unsent) $isWaiting.set(unsent.isWaiting);
      // What a person changes while the form waits is what is sent.
      const stopListening = form.$values.listen((values) => {
        if ($isWaiting.get()) saveUnsentLead(name, { values, isWaiting: true });
      });
      addEventListener('online', sendWaiting);
      sendWaiting();
      return () => {
        stopListening();
        clearTimeout(retry);
        removeEventListener('online', sendWaiting);
      };
    },
  };
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
