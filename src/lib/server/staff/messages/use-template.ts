import type { Db } from '#lib/server/db/index.ts';
import { loadOrNull } from '../staff-form.ts';
import { requireTemplate } from './message-templates.ts';

/**
 * Returns the values of a form whose button asked for a template, with its subject and text. Without a template, or after
 * another button, they stay as they are.
 */
export async function withTemplate(
  db: Db,
  values: Record<string, string>,
  textField = 'text',
): Promise<Record<string, string>> {
  if (values.step !== useTemplateStep) return values;
  const template = await loadOrNull(() => requireTemplate(db, values.templateId ?? ''));
  if (!template) return values;
  const { subject, text } = template;
  return { ...values, ...(subject !== null && { subject }), [textField]: text };
}

/** The value of the button of TemplatePicker.astro. */
export const useTemplateStep = 'template';
