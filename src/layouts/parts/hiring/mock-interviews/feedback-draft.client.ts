/**
 * Saves the draft of a feedback while the expert writes, by the form's own request. What is not saved yet also survives a
 * reload of the tab. Without this script the button saves. [APP-14]
 */
import { Autosave, type SaveOutcome, type SaveState } from '#lib/browser/draft-autosave.ts';
import { findDraft, saveDraft } from '#lib/browser/form-draft.ts';

const form = document.querySelector<HTMLFormElement>('form[data-autosave]');
const state = document.querySelector<HTMLElement>('[data-save-state]');
if (form && state) start(form, state);

function start(form: HTMLFormElement, state: HTMLElement): void {
  const userId = form.dataset.autosave ?? '';
  const key = `feedback:${location.pathname}`;
  const version = form.elements.namedItem('version') as HTMLInputElement;
  const fields = () =>
    [...form.elements].filter(
      (one): one is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
        'value' in one && Boolean(one.id),
    );
  const remember = () =>
    saveDraft(key, userId, {
      version: version.value,
      ...Object.fromEntries(fields().map(({ id, value }) => [id, value])),
    });

  const autosave = new Autosave({
    show: (next) => showState(state, next),
    async save(): Promise<SaveOutcome> {
      const data = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      data.set('step', 'draft');
      // The page redirects after it saved.
      const response = await fetch(location.pathname, {
        ...{ method: 'POST', body: data, redirect: 'manual', keepalive: true },
      });
      if (response.type !== 'opaqueredirect') return response.status === 409 ? 'STALE' : 'FAILED';
      version.value = String(Number(version.value) + 1);
      remember();
      return 'SAVED';
    },
  });

  // Words that were written before this script ran are newer than the draft.
  const isWritten = (field: ReturnType<typeof fields>[number]) =>
    'defaultValue' in field && field.value !== field.defaultValue;
  const hasWords = fields().some(isWritten);
  const draft = findDraft(key, userId);
  const changed = fields().filter(({ id, value }) => draft[id] !== undefined && draft[id] !== value);
  const restored = draft.version === version.value ? changed.filter((field) => !isWritten(field)) : [];
  for (const field of restored) field.value = draft[field.id] ?? '';
  if (hasWords) remember();
  if (hasWords || restored.length > 0) autosave.change();

  form.addEventListener('input', () => {
    remember();
    autosave.change();
  });
  // A phone may end the page without another event.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void autosave.flush();
  });
  let isSent = false;
  form.addEventListener('submit', (event) => {
    if (isSent) return;
    // A request that is under way would make this one stale.
    event.preventDefault();
    const { submitter } = event;
    void autosave.end().then(() =>
      // A form ignores the request while its submit event is under way.
      setTimeout(() => {
        isSent = true;
        form.requestSubmit(submitter);
      }),
    );
  });
}

function showState(state: HTMLElement, next: SaveState): void {
  const time = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit' }).format(new Date());
  const texts: Record<SaveState, string> = {
    CHANGED: 'Not saved yet',
    SAVING: 'Saving …',
    SAVED: `Draft saved at ${time}. The candidate cannot see it.`,
    STALE: 'Not saved: this feedback was changed in another window. Copy your text and reload the page.',
    FAILED: 'Not saved: no connection. We try again in a moment.',
  };
  // Every save would interrupt a screen reader; only problems do.
  state.setAttribute('aria-live', next === 'STALE' || next === 'FAILED' ? 'assertive' : 'off');
  state.textContent = texts[next];
}
