import type { BrochureProgram } from '#lib/domain/leads/brochure.ts';
import type { ReceiptLevel } from './ReceiptView.tsx';

interface SharedProps {
  /** Of the form on its page. */
  id: string;
  action: string;
  /**
   * When the server made the form for this request, in milliseconds since 1970: what is posted without script tells by
   * it how long that took. null on pages made beforehand, and where all is filled in and one press may be quick.
   */
  startedAt: number | null;
  values?: Readonly<Record<string, string>>;
  errors?: Readonly<Record<string, string>>;
  formError?: string | null;
  /** Of the receipt's heading: 2 where only the page's own stands above the form, 3 if left out. */
  receiptLevel?: ReceiptLevel;
}

export interface BrochureProps extends SharedProps {
  kind: 'brochure';
  program: { slug: BrochureProgram; name: string };
}

export interface CallbackProps extends SharedProps {
  kind: 'callback';
  /** What the call will be about: a programme's slug, or empty. */
  topic: string;
}

/** All that a lead form is drawn from, by the server and again by the island: it travels as JSON in the page. */
export type LeadFormProps = BrochureProps | CallbackProps;
