import { LeadFormIsland } from './LeadFormIsland.tsx';
import type { LeadFormProps } from './lead-form-props.ts';
import { ReceiptLevelContext } from './ReceiptView.tsx';

/** A lead form that knows where on its page it stands; the same on the server and in the browser. */
export function LeadFormRoot({ receiptLevel = 3, ...form }: LeadFormProps) {
  return (
    <ReceiptLevelContext value={receiptLevel}>
      <LeadFormIsland {...form} />
    </ReceiptLevelContext>
  );
}
