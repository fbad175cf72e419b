import { renderToString } from 'react-dom/server';
import type { Receipt } from '../../lib/domain/lead-receipt.ts';
import { LeadFormIsland } from './LeadFormIsland.tsx';
import type { LeadFormProps } from './lead-form-props.ts';
import { ReceiptView } from './ReceiptView.tsx';

/** The form's HTML, which works by itself and which mount.tsx later takes over as it stands. */
export const drawLeadForm = (props: LeadFormProps): string =>
  renderToString(<LeadFormIsland {...props} />, { identifierPrefix: props.id });

export const drawReceipt = (receipt: Receipt): string => renderToString(<ReceiptView receipt={receipt} />);
