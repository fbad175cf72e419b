import { hydrateRoot } from 'react-dom/client';
import { LeadFormRoot } from './LeadFormRoot.tsx';
import type { LeadFormProps } from './lead-form-props.ts';

/** Takes over a form that the server drew: the same inputs, with what has been typed in them. */
export function takeOver(container: HTMLElement): void {
  const props = JSON.parse(container.dataset.leadForm ?? '') as LeadFormProps;
  hydrateRoot(container, <LeadFormRoot {...props} />, { identifierPrefix: props.id });
}
