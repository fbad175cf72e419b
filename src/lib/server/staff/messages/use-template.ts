import type { Db } from '#lib/server/db/index.ts';
import { loadOrNull } from '../staff-form.ts';
import { requireTemplate } from './message-templates.ts';

/** The values of the buttons of TemplatePicker.astro. */
export const useTemplateStep = 'template';
export const restoreTextStep = 'restore-text';

/** Returns whether a button of TemplatePicker.astro was pressed, so that the form comes back instead of being sent. */
export const isTemplateStep = (step: string): boolean => step === useTemplateStep || step === restoreTextStep;

/**
 * Returns the values of a form whose button asked for a template, with its subject and text. What was typed before is kept as
 * `ownSubject` and `ownText`, and the button of `restoreTextStep` brings it back. Without a template, or after another button,
 * the values stay as they are.
 */
export async function withTemplate(
  db: Db,
  values: Record<string, string>,
  textField = 'text',
): Promise<Record<string, string>> {
  const { ownSubject = '', ownText = '', ...current } = values;
  if (values.step === restoreTextStep)
    return { ...current, templateId: '', subject: ownSubject, [textField]: ownText };
  if (values.step !== useTemplateStep) return values;
  const template = await loadOrNull(() => requireTemplate(db, values.templateId ?? ''));
  if (!template) return values;
  const typed = { subject: current.subject ?? '', text: current[textField] ?? '' };
  const isReplaced =
    (typed.text && typed.text !== template.text) ||
    (template.subject !== null && typed.subject && typed.subject !== template.subject);
  return {
    ...current,
    ...(template.subject !== null && { subject: template.subject }),
    [textField]: template.text,
    ...(isReplaced && { ownSubject: typed.subject, ownText: typed.text }),
  };
}
