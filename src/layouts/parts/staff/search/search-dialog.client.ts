import { isSingleKey } from '#lib/browser/single-keys.ts';

/**
 * The search dialog: Ctrl+K, ⌘K, `/` and a click on the field in the bar open it. It searches while somebody types, the arrows
 * choose a result, Enter opens it (the first one unless another is chosen), Escape closes the dialog. The focus stays in the field, as in a combobox of WAI-ARIA.
 */
import type { RecordSearch } from '#lib/stores/staff/record-search.ts';
import { buildResults } from './search-results.ts';

/** Long enough for the next letter of somebody who types, short enough not to be noticed. */
const pauseMilliseconds = 150;

const dialog = document.querySelector<HTMLDialogElement>('[data-search-dialog]');
if (dialog) connectSearch(dialog);

function connectSearch(dialog: HTMLDialogElement): void {
  const input = dialog.querySelector('input') as HTMLInputElement;
  const list = dialog.querySelector('[role="listbox"]') as HTMLElement;
  const status = dialog.querySelector('[role="status"]') as HTMLElement;
  const listOptions = () => [...list.querySelectorAll<HTMLElement>('[role="option"]')];
  let timer = 0;
  let loaded: Promise<RecordSearch> | null = null;

  async function loadSearch(): Promise<RecordSearch> {
    const { createRecordSearch } = await import('#lib/stores/staff/record-search.ts');
    const search = createRecordSearch();
    search.$state.listen(({ results, more, query, message, hasFailed }) => {
      list.replaceChildren(...buildResults(results, more, query));
      list.hidden = results.length === 0;
      input.setAttribute('aria-expanded', String(results.length > 0));
      input.removeAttribute('aria-activedescendant');
      // Enter opens the first result; the others are a key away.
      choose(1);
      status.textContent = message;
      status.classList.toggle('search-failed', hasFailed);
    });
    return search;
  }

  async function search(): Promise<void> {
    loaded ??= loadSearch();
    await (await loaded).search(input.value);
  }

  function open(): void {
    if (document.querySelector('dialog[open]')) return;
    dialog.showModal();
    input.select();
  }

  /** Marks the result `step` further as chosen, from the last one to the first one again. */
  function choose(step: 1 | -1): void {
    const options = listOptions();
    const before = options.findIndex((option) => option.ariaSelected === 'true');
    const chosen = options.at(before < 0 && step < 0 ? -1 : (before + step) % options.length);
    for (const option of options) option.ariaSelected = String(option === chosen);
    if (!chosen) return;
    input.setAttribute('aria-activedescendant', chosen.id);
    chosen.scrollIntoView({ block: 'nearest' });
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void search(), pauseMilliseconds);
  });
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const chosen = list.querySelector<HTMLElement>('[aria-selected="true"]');
    if (event.key === 'ArrowDown') choose(1);
    else if (event.key === 'ArrowUp') choose(-1);
    else if (event.key === 'Enter' && chosen) chosen.click();
    else return;
    event.preventDefault();
  });
  dialog.querySelector('[data-search-close]')?.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  document.addEventListener('keydown', (event) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
    if (!isShortcut && !(event.key === '/' && isSingleKey(event))) return;
    event.preventDefault();
    open();
  });
  for (const form of document.querySelectorAll('[data-staff-search]'))
    form.addEventListener('click', (event) => {
      event.preventDefault();
      open();
    });
}
