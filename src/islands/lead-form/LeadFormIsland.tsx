import { useState } from 'react';
import { createBrochureForm } from '#lib/stores/leads/brochure-form.ts';
import { createCallbackForm } from '#lib/stores/leads/callback-form.ts';
import type { LeadForm } from '#lib/stores/leads/lead-form.ts';
import { BrochureForm } from './BrochureForm.tsx';
import { CallbackForm } from './CallbackForm.tsx';
import type { BrochureProps, CallbackProps, LeadFormProps } from './lead-form-props.ts';

/** One of the lead forms, as the server drew it and as the browser goes on with it. */
export function LeadFormIsland(props: LeadFormProps) {
  return props.kind === 'brochure' ? <Brochure {...props} /> : <Callback {...props} />;
}

function Brochure({ program, ...props }: BrochureProps) {
  const [lead] = useState(() => returned(createBrochureForm(program, props.values), props));
  return <BrochureForm {...shared(props)} lead={lead} />;
}

function Callback({ topic, ...props }: CallbackProps) {
  const [lead] = useState(() =>
    returned(createCallbackForm({ topic, timeZone: zoneOfReader() }, props.values), props),
  );
  return <CallbackForm {...shared(props)} lead={lead} topic={topic} />;
}

function shared({ id, action, startedAt, errors, formError }: Omit<BrochureProps, 'program' | 'kind'>) {
  return { id, action, startedAt, isReturned: Boolean(formError || Object.keys(errors ?? {}).length) };
}

/** With the errors that the server found. */
function returned<Name extends string>(
  lead: LeadForm<Name>,
  { errors = {}, formError = null }: Pick<LeadFormProps, 'errors' | 'formError'>,
): LeadForm<Name> {
  lead.form.setErrors(errors as Partial<Record<Name, string>>, formError);
  return lead;
}

const zoneOfReader = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
