import { useStore } from '@nanostores/react';
import type { BrochureField } from '#lib/stores/leads/brochure-form.ts';
import type { LeadForm } from '#lib/stores/leads/lead-form.ts';
import { TextField } from '../ui/Field.tsx';
import { LeadFormView } from './LeadFormView.tsx';

export interface BrochureFormProps {
  lead: LeadForm<BrochureField>;
  id: string;
  action: string;
  startedAt: number | null;
  isReturned: boolean;
}

/** API-51 */
export function BrochureForm(props: BrochureFormProps) {
  const { form } = props.lead;
  const values = useStore(form.$values);
  const errors = useStore(form.$errors);
  return (
    <LeadFormView
      {...props}
      button="E-mail me the brochure"
      note="One mail with the PDF, and no list that you would have to leave."
      onTyped={({ email }) => email !== undefined && form.change('email', email)}
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
