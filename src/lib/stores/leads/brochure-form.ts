import { api } from '#lib/client/api.ts';
import * as rules from '#lib/contract/core/fields.ts';
import { formatText, formatTrimmedText } from '#lib/domain/core/text.ts';
import { brochurePath } from '#lib/domain/leads/brochure.ts';
import { brochureReceipt } from '#lib/domain/leads/lead-receipt.ts';
import { createForm } from '#lib/stores/core/form.ts';
import { createLeadForm, type InitialLeadForm, type LeadForm } from './lead-form.ts';

export type BrochureField = 'email' | 'acceptsOffers';

/** Creates the form that requests the brochure of one programme by email. [API-51] */
export function createBrochureForm(
  program: { slug: string; name: string },
  initial: InitialLeadForm<BrochureField> = {},
): LeadForm<BrochureField> {
  const form = createForm<BrochureField>(
    { email: '', acceptsOffers: '', ...initial.values },
    {
      email: {
        format: formatText,
        formatOnBlur: formatTrimmedText,
        check: (email) => rules.fieldError(rules.email, email),
      },
    },
  );
  return createLeadForm({
    name: `brochure:${program.slug}`,
    form,
    initial,
    fieldOf: (field) => (field === 'email' || field === 'acceptsOffers' ? field : undefined),
    call: async (guard) => {
      const { email: input, acceptsOffers } = form.$values.get();
      const email = formatTrimmedText(input);
      const response = await api('POST /api/v1/programs/{programSlug}/send-brochure/', {
        params: { programSlug: program.slug },
        body: { email, ...(acceptsOffers ? { acceptsOffers: true } : {}), ...guard },
      });
      return brochureReceipt({ ...response, email }, program.name, brochurePath(program.slug));
    },
  });
}
