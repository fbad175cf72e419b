import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { BrochureProgram } from '#lib/domain/catalog/programs.ts';
import { createBrochureForm } from '#lib/stores/leads/brochure-form.ts';
import { TextField } from '../ui/Field.tsx';
import { CallbackForm, type CallbackFormProps } from './CallbackForm.tsx';
import { type LeadFormBaseProps, LeadFormView } from './LeadFormView.tsx';
import { ReceiptLevelContext } from './ReceiptView.tsx';

interface BrochureFormProps extends LeadFormBaseProps {
  kind: 'brochure';
  program: { slug: BrochureProgram; name: string };
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
      button="E-mail me the brochure"
      note="One mail with the PDF, and no list that you would have to leave."
      onEarlyInput={({ email }) => email !== undefined && form.change('email', email)}
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
    </LeadFormView>
  );
}
