import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { offersWording } from '#lib/domain/account/offers-consent.ts';
import { createBrochureForm } from '#lib/stores/leads/brochure-form.ts';
import {
  type CallbackField,
  callbackFields,
  changeCallbackPhone,
  createCallbackForm,
} from '#lib/stores/leads/callback-form.ts';
import type { LeadForm as LeadFormStore } from '#lib/stores/leads/lead-form.ts';
import { Button } from '../ui/Button.tsx';
import { CheckField } from '../ui/CheckField.tsx';
import { TextField } from '../ui/Field.tsx';
import { CallbackFields } from './CallbackFields.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { type ReceiptLevel, ReceiptLevelContext, ReceiptView } from './ReceiptView.tsx';

interface LeadFormBaseProps {
  /** Id of the form on its page. Every field's id begins with it, because a page may hold two forms. */
  id: string;
  /** Address that the form posts to without script. */
  action: string;
  /**
   * Milliseconds since 1970 at which the server rendered the form for this request. A form that is posted without script
   * carries it, so that the server knows how long filling it in took. Null on prerendered pages, and where everything is
   * filled in already and one quick press is honest.
   */
  startedAt: number | null;
  values?: Readonly<Record<string, string>>;
  /** The errors of a form that was posted without JavaScript. */
  errors?: Readonly<Record<string, string>>;
  formError?: string | null;
  /** Level of the receipt's heading: 2 where only the page's heading stands above the form, otherwise 3. */
  receiptLevel?: ReceiptLevel;
}

interface BrochureFormProps extends LeadFormBaseProps {
  kind: 'brochure';
  program: { slug: string; name: string };
}

interface CallbackFormProps extends LeadFormBaseProps {
  kind: 'callback';
  /** The topic of the call: a programme's slug, or empty. */
  topic: string;
}

/** Everything that a lead form is rendered from, on the server and again in the browser: it travels as JSON in the page. */
export type LeadFormProps = BrochureFormProps | CallbackFormProps;

/** Renders the form for a brochure or for a call. The server and the browser render the same markup. */
export function LeadForm(props: LeadFormProps) {
  return (
    <ReceiptLevelContext value={props.receiptLevel ?? 3}>
      {props.kind === 'brochure' ? <BrochureForm {...props} /> : <CallbackForm {...props} />}
    </ReceiptLevelContext>
  );
}

/** [API-51] */
function BrochureForm({ program, ...props }: BrochureFormProps) {
  const [lead] = useState(() => createBrochureForm(program, props));
  const { form } = lead;
  const values = useStore(form.$values);
  const errors = useStore(form.$errors);
  return (
    <LeadFormView
      {...props}
      lead={lead}
      button="Email me the brochure"
      note="You get the PDF by email. A counsellor may also contact you about it. No newsletters, unless you tick the box."
      onEarlyInput={({ email, acceptsOffers }) => {
        if (email !== undefined) form.change('email', email);
        if (acceptsOffers !== undefined) form.change('acceptsOffers', acceptsOffers);
      }}
    >
      <TextField
        id={`${props.id}-email`}
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="email"
        autoCapitalize="none"
        value={values.email}
        error={errors.email}
        onValue={(email) => form.change('email', email)}
        onBlur={() => form.blur('email')}
      />
      <CheckField
        id={`${props.id}-acceptsOffers`}
        name="acceptsOffers"
        label={offersWording}
        value={values.acceptsOffers}
        onValue={(value) => form.change('acceptsOffers', value)}
      />
    </LeadFormView>
  );
}

/** [API-53] */
function CallbackForm({ topic, ...props }: CallbackFormProps) {
  const [lead] = useState(() => createCallbackForm({ topic, timeZone: browserTimeZone() }, props));
  return (
    <LeadFormView
      {...props}
      lead={lead}
      button="Ask for a call"
      note="A counsellor calls you about this request. If you do not want more calls, say so."
      hidden={{ topic }}
      onEarlyInput={(typed) => {
        for (const name of Object.keys(callbackFields) as CallbackField[])
          if (name !== 'phone' && typed[name] !== undefined) lead.form.change(name, typed[name]);
        if (typed.phone !== undefined) changeCallbackPhone(lead, typed.phone);
      }}
    >
      <CallbackFields id={props.id} lead={lead} />
    </LeadFormView>
  );
}

const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface LeadFormViewProps<Name extends string> extends LeadFormBaseProps {
  lead: LeadFormStore<Name>;
  button: string;
  /** Text below the button. */
  note: ReactNode;
  /** Values that are sent besides those of the fields. */
  hidden?: Readonly<Record<string, string>>;
  /** Takes what the document's inputs hold already: a person may have typed before the script was there. */
  onEarlyInput: (values: Readonly<Record<string, string>>) => void;
  children: ReactNode;
}

/** The frame that both lead forms share, and their receipt. The markup works with and without script. */
function LeadFormView<Name extends string>(props: LeadFormViewProps<Name>) {
  const { lead, id, action, startedAt, button, note, hidden = {}, onEarlyInput, children } = props;
  const isRejected = Boolean(props.formError || Object.keys(props.errors ?? {}).length);
  const receipt = useStore(lead.$receipt);
  const formError = useStore(lead.form.$formError);
  const isSubmitting = useStore(lead.form.$isSubmitting);
  const isWaiting = useStore(lead.$isWaiting);
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, onEarlyInput);
  useEffect(() => lead.connect(), [lead]);
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
        const data = new FormData(event.currentTarget);
        void lead.send(String(data.get('website') ?? ''), elapsedSincePageStart());
      }}
    >
      {isRejected && <ErrorSummary form={lead.form} id={id} />}
      {children}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {startedAt !== null && <input type="hidden" name="startedAt" value={startedAt} />}
      <div className="lead-trap" aria-hidden="true">
        <label htmlFor={`${id}-website`}>Leave this empty</label>
        <input id={`${id}-website`} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <div role="alert">
        {!isRejected && formError && <p className="notice">{formError}</p>}
        {isWaiting && !formError && <p className="notice">{waitingText}</p>}
      </div>
      <Button type="submit" isLoading={isSubmitting}>
        {button}
      </Button>
      <p className="field-hint">{note}</p>
    </form>
  );
}

const waitingText =
  'You are offline. We keep your answers and send them when you are back. Keep this page open.';

/** Milliseconds since the first byte of this page, by a clock that nobody can set. */
function elapsedSincePageStart(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return performance.now() - (navigation?.responseStart ?? 0);
}

/**
 * Passes on what the inputs of the server's markup hold, before the next paint. An unticked checkbox counts as the empty
 * text, because the server may have rendered it ticked.
 */
function useEarlyInput(
  form: { current: HTMLFormElement | null },
  onEarlyInput: (values: Readonly<Record<string, string>>) => void,
): void {
  const latest = useRef(onEarlyInput);
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

/** Moves the focus to the first invalid field whenever an attempt to send has failed. */
function useFocusOnFailure<Name extends string>(
  lead: LeadFormStore<Name>,
  form: { current: HTMLFormElement | null },
): void {
  const failures = useStore(lead.form.$failures);
  const handledFailures = useRef(failures);
  useEffect(() => {
    if (handledFailures.current === failures) return;
    handledFailures.current = failures;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures, form]);
}
