import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The staff's forms that do not ask by `confirmAction`, each with the reason. Any other form asks before it informs somebody. */
const withoutConfirmAction: Record<string, string> = {
  'csv-form.ts': 'A file is previewed with its texts, and its import sends the fingerprint.',
  'events/event-form.ts': 'A move shows its texts, and sends the fingerprint.',
  'events/update-form.ts': 'The form shows the texts before it is saved, and sends the fingerprint.',
  'hiring/applications/messages/candidate-message-form.ts':
    'The message is previewed, and sends the fingerprint.',
  'hiring/appointments/interviewer-forms.ts': 'Informs nobody.',
  'hiring/appointments/scorecard-form.ts': 'Informs nobody.',
  'hiring/employer-links/employer-link-form.ts': 'Informs nobody.',
  'hiring/employers/employer-forms.ts': 'Informs nobody.',
  'hiring/jobs/job-form.ts': 'Closing and reopening show their texts, and send the fingerprint.',
  'leads/lead-forms.ts': 'Informs nobody.',
  'messages/failed-message-form.ts':
    'The lines have the person, the title and the address, and are chosen one by one.',
  'messages/message-form.ts': '“Send again” stands beside the words and the address.',
  'messages/notification-text-form.ts': 'Informs nobody.',
  'messages/template-form.ts': 'Informs nobody.',
  'privacy/privacy-form.ts': 'Informs nobody, and erasing shows first what goes.',
  'reports/costs/import-form.ts': 'Informs nobody.',
  'settings/webhook-form.ts': 'Informs no person.',
  'today/today-form.ts': 'Informs nobody.',
  'undo/undo-form.ts': 'Informs nobody.',
};

const folder = join(import.meta.dirname, '../../../src/lib/server/staff');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

it('[API-42] every staff form shows whom it informs before it does, or says here why not', () => {
  const silent = sources
    .filter(({ text }) => text.includes('formAction(') && !text.includes('confirmAction('))
    .map(({ name }) => name);
  expect(silent.toSorted()).toEqual(Object.keys(withoutConfirmAction).toSorted());
});

it('[API-42] every form with a preview of its own sends the fingerprint that was shown', () => {
  const previewed = Object.keys(withoutConfirmAction).filter((name) =>
    withoutConfirmAction[name]?.includes('the fingerprint'),
  );
  const texts = sources.filter(({ name }) => previewed.includes(name));
  expect(texts.map(({ text }) => text.includes("textOf(form, 'confirmed')"))).toEqual(
    previewed.map(() => true),
  );
});
