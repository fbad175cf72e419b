import type { BrochureProgram } from '../../lib/domain/brochure.ts';

interface SharedProps {
  /** Of the form on its page. */
  id: string;
  action: string;
  /** By the server's clock, on pages that it rendered for this request. */
  startedAt: number | null;
  values?: Readonly<Record<string, string>>;
  errors?: Readonly<Record<string, string>>;
  formError?: string | null;
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
