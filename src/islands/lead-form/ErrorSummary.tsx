import { useStore } from '@nanostores/react';
import type { Form } from '#lib/stores/core/form.ts';

/** The names of the fields as their labels say them. */
const fieldNames: Readonly<Record<string, string>> = {
  firstName: 'First name',
  countryIsoCode: 'Country',
  phone: 'Mobile number',
  callOn: 'Day',
  callBetween: 'Time',
  message: 'What is it about?',
  consent: 'Your agreement',
  email: 'Email',
};

interface ErrorSummaryProps<Name extends string> {
  form: Form<Name>;
  /** Id of the form, with which the ids of its fields begin. */
  id: string;
}

/** Lists what the server rejected in a form that was posted without script. Each error names its field and links to it. */
export function ErrorSummary<Name extends string>({ form, id }: ErrorSummaryProps<Name>) {
  const errors = Object.entries<string | undefined>(useStore(form.$errors));
  const formError = useStore(form.$formError);
  if (!errors.length && !formError) return null;
  const fields = errors.length === 1 ? 'one field' : `${errors.length} fields`;
  return (
    // biome-ignore lint/a11y/noAutofocus: the page is the response to the form that the person has just sent.
    <div className="notice" role="alert" tabIndex={-1} autoFocus>
      <p className="notice-title">{formError ?? `Not sent yet. Please correct ${fields}.`}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map(([name, message]) => (
            <li key={name}>
              <a href={`#${id}-${name}`}>{`${fieldNames[name] ?? name}: ${message}`}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
