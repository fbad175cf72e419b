import { useStore } from '@nanostores/react';
import type { LeadForm } from '#lib/stores/leads/lead-form.ts';

interface ErrorSummaryProps<Name extends string> {
  lead: LeadForm<Name>;
  id: string;
}

/** On a page that came back from the server: what is wrong, each with a link to its field. It takes the focus. */
export function ErrorSummary<Name extends string>({ lead, id }: ErrorSummaryProps<Name>) {
  const errors = Object.entries<string | undefined>(useStore(lead.form.$errors));
  const formError = useStore(lead.form.$formError);
  if (!errors.length && !formError) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: the page is the answer to what the person has just sent.
    <div className="notice" role="alert" tabIndex={-1} autoFocus>
      <p className="notice-title">{formError ?? 'Please check the highlighted fields'}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map(([name, message]) => (
            <li key={name}>
              <a href={`#${id}-${name}`}>{message}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
