import {
  fillFields,
  findFieldProblem,
  sampleValues,
} from '#lib/domain/hiring/applications/message-fields.ts';
import { maxShortText } from '#lib/domain/hiring/applications/notification-kinds.ts';

/** Fills the preview of a template while somebody writes, and names fields that do not exist. */
const form = document.querySelector<HTMLFormElement>('[data-template-form]');
const part = (name: string) => document.querySelector<HTMLElement>(`[data-preview="${name}"]`);
const controlOf = (name: string) =>
  form?.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement | null;

function show(): void {
  const texts = ['subject', 'text', 'shortText'].map((name) => [name, controlOf(name)?.value ?? ''] as const);
  for (const [name, text] of texts) {
    const preview = part(name);
    if (preview) preview.textContent = fillFields(text, sampleValues);
  }
  for (const [name] of texts) showCount(name);
  const problem = part('problem');
  if (problem)
    problem.textContent = texts.map(([, text]) => findFieldProblem(text)).find((one) => one !== null) ?? '';
}

/** Says below a text how long it is. A short text counts with the example values, because it has to fit into one SMS. */
function showCount(name: string): void {
  const control = controlOf(name);
  if (!control) return;
  const id = `${control.id}-count`;
  const count = document.getElementById(id) ?? createCount(control, id);
  const isShort = name === 'shortText';
  const length = isShort ? fillFields(control.value, sampleValues).length : control.value.length;
  const max = isShort ? maxShortText : control.maxLength;
  count.textContent = `${length} of ${max} characters`;
  count.classList.toggle('field-error', length > max);
}

function createCount(control: HTMLElement, id: string): HTMLElement {
  const count = Object.assign(document.createElement('p'), { id, className: 'field-hint staff-number' });
  control.after(count);
  return count;
}

form?.addEventListener('input', show);
// Without a form the preview stays as the server has filled it: staff who are no admins only read the text.
if (form) show();

/** The text that somebody wrote in last gets the field that they press, at its caret. */
let written = controlOf('text');
form?.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLTextAreaElement || (target as HTMLInputElement).name === 'subject')
    written = target as HTMLTextAreaElement;
});
for (const button of document.querySelectorAll<HTMLElement>('[data-insert-field]'))
  button.addEventListener('click', () => {
    if (!written) return;
    const end = written.selectionEnd ?? written.value.length;
    written.setRangeText(button.dataset.insertField ?? '', written.selectionStart ?? end, end, 'end');
    written.focus();
    show();
  });
