import { api } from '#lib/client/api.ts';
import * as rules from '#lib/contract/core/fields.ts';
import { formatText, formatTrimmedText } from '#lib/domain/core/text.ts';
import { type BrochureProgram, brochurePath } from '#lib/domain/leads/brochure.ts';
import { brochureReceipt } from '#lib/domain/leads/lead-receipt.ts';
import { createForm } from '#lib/stores/core/form.ts';
import { createLeadForm, type LeadForm } from './lead-form.ts';

export const brochureFields = { email: '' };
export type BrochureField = keyof typeof brochureFields;

/** API-51: the brochure of one programme by e-mail. */
export function createBrochureForm(
  program: { slug: BrochureProgram; name: string },
  values: Partial<Record<BrochureField, string>> = {},
): LeadForm<BrochureField> {
  const form = createForm(
    { ...brochureFields, ...values },
    {
      email: {
        format: formatText,
        formatOnBlur: formatTrimmedText,
        check: (email) => rules.fieldError(rules.email, email),
      },
    },
  );
  return createLeadForm({
    form,
    fieldOf: (field) => (field === 'email' ? 'email' : undefined),
    call: async (guard) => {
      const email = formatTrimmedText(form.$values.get().email);
      const taken = await api(`POST /api/v1/programs/${program.slug}/send-brochure/`, {
        body: { email, ...guard },
      });
      return brochureReceipt({ ...taken, email }, program.name, brochurePath(program.slug));
    },
  });
}
