import { renderToString } from 'react-dom/server';
import type { Receipt } from '#lib/domain/leads/lead-receipt.ts';
import { LeadFormRoot } from './LeadFormRoot.tsx';
import type { LeadFormProps } from './lead-form-props.ts';
import { type ReceiptLevel, ReceiptLevelContext, ReceiptView } from './ReceiptView.tsx';

/** The form's HTML, which works by itself and which mount.tsx later takes over as it stands. */
export const drawLeadForm = (props: LeadFormProps): string =>
  renderToString(<LeadFormRoot {...props} />, { identifierPrefix: props.id });

export const drawReceipt = (receipt: Receipt, level: ReceiptLevel): string =>
  renderToString(
    <ReceiptLevelContext value={level}>
      <ReceiptView receipt={receipt} />
    </ReceiptLevelContext>,
  );
