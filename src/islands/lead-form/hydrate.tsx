import { hydrateRoot } from 'react-dom/client';
import { LeadForm, type LeadFormProps } from './LeadForm.tsx';

/** Hydrates a form that the server rendered. The inputs stay, with what has been typed in them. */
export function hydrateLeadForm(container: HTMLElement): void {
  const props = JSON.parse(container.dataset.leadForm ?? '') as LeadFormProps;
  hydrateRoot(container, <LeadForm {...props} />, { identifierPrefix: props.id });
}
