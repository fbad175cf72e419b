import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { shownFor } from '#lib/browser/shown-for.ts';
import type { LeadForm } from '#lib/stores/leads/lead-form.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { ReceiptView } from './ReceiptView.tsx';

export interface LeadFormViewProps<Name extends string> {
  lead: LeadForm<Name>;
  /** Begins the id of every field: a page may hold two forms. */
  id: string;
  /** Where the form posts to until the island has taken over. */
  action: string;
  /** See lead-form-props.ts. */
  startedAt: number | null;
  /** The page came back from the server with errors: they are listed on top. */
  isReturned: boolean;
  button: string;
  /** Below the button. */
  note: ReactNode;
  /** Besides the values of the fields. */
  hidden?: Readonly<Record<string, string>>;
  /** What stands in the document already, typed before the island was there. */
  onTyped: (values: Readonly<Record<string, string>>) => void;
  children: ReactNode;
}

/** What all lead forms share: one and the same mark-up with and without script. */
export function LeadFormView<Name extends string>(props: LeadFormViewProps<Name>) {
  const { lead, id, action, startedAt, isReturned, button, note, hidden = {}, onTyped, children } = props;
  const receipt = useStore(lead.$receipt);
  const formError = useStore(lead.form.$formError);
  const isSubmitting = useStore(lead.form.$isSubmitting);
  const form = useRef<HTMLFormElement>(null);
  useTypedBefore(form, onTyped);
  useFocusOnFailure(lead, form);

  if (receipt) return <ReceiptView receipt={receipt} hasFocus />;
  return (
    <form
      ref={form}
      className="lead-fields"
      action={action}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const sent = new FormData(event.currentTarget);
        void lead.send(String(sent.get('website') ?? ''), shownFor());
      }}
    >
      {isReturned && <ErrorSummary lead={lead} id={id} />}
      {children}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {startedAt !== null && <input type="hidden" name="startedAt" value={startedAt} />}
      <div className="lead-trap" aria-hidden="true">
        <label htmlFor={`${id}-website`}>Leave this empty</label>
        <input id={`${id}-website`} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <div role="alert">{!isReturned && formError && <p className="notice">{formError}</p>}</div>
      <Button type="submit" isLoading={isSubmitting}>
        {button}
      </Button>
      <p className="field-hint">{note}</p>
    </form>
  );
}

/**
 * The document's inputs are the same ones as before: what they hold goes into the store before the next paint. A tick
 * that was taken away is the empty text, not silence.
 */
function useTypedBefore(
  form: { current: HTMLFormElement | null },
  onTyped: (values: Readonly<Record<string, string>>) => void,
): void {
  const latest = useRef(onTyped);
  useLayoutEffect(() => {
    if (!form.current) return;
    const controls = [...form.current.elements].filter(
      (control) =>
        control instanceof HTMLInputElement ||
        control instanceof HTMLSelectElement ||
        control instanceof HTMLTextAreaElement,
    );
    const entries = controls.map((control) => {
      const isUnticked = control.type === 'checkbox' && !(control as HTMLInputElement).checked;
      return [control.name, isUnticked ? '' : control.value] as const;
    });
    latest.current(Object.fromEntries(entries));
  }, [form]);
}

/** To the first wrong field whenever a try has failed. */
function useFocusOnFailure<Name extends string>(
  lead: LeadForm<Name>,
  form: { current: HTMLFormElement | null },
): void {
  const failures = useStore(lead.form.$failures);
  const shown = useRef(failures);
  useEffect(() => {
    if (shown.current === failures) return;
    shown.current = failures;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures, form]);
}
