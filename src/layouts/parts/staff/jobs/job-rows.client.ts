/** Adds, moves and removes the rows of a job's form without loading the page: by button, Alt and arrow, or handle. */

const rowOf = (element: Element) => element.closest<HTMLElement>('[data-row]');
let added = 0;

/** Numbers the rows of a list again and tells a screen reader what happened. */
function announce(section: HTMLElement, message: string): void {
  for (const [index, row] of section.querySelectorAll('[data-list] > [data-row]').entries())
    for (const position of row.querySelectorAll('[data-position]')) position.textContent = ` ${index + 1}`;
  const status = section.querySelector('[data-announce]');
  if (status) status.textContent = message;
  // The page asks before it is left with unsaved changes.
  section.closest('form')?.elements[0]?.dispatchEvent(new Event('input', { bubbles: true }));
}

function addRow(section: HTMLElement): void {
  const list = section.querySelector('[data-list]');
  const template = section.querySelector('template');
  if (!list || !template) return;
  added += 1;
  const holder = document.createElement('template');
  holder.innerHTML = template.innerHTML.replaceAll('.new.', `.new${added}.`);
  list.append(holder.content);
  announce(section, `${section.dataset.rows} ${list.children.length} added.`);
  list.lastElementChild?.querySelector<HTMLElement>('input:not([type=hidden]), select')?.focus();
}

function removeRow(section: HTMLElement, row: HTMLElement): void {
  const next = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  announce(section, `${section.dataset.rows} removed.`);
  (next ?? section).querySelector<HTMLElement>('[data-change=remove], [data-add]')?.focus();
}

function moveRow(section: HTMLElement, row: HTMLElement, step: -1 | 1): void {
  const other = step < 0 ? row.previousElementSibling : row.nextElementSibling;
  if (!other) return;
  const focused = document.activeElement as HTMLElement | null;
  if (step < 0) other.before(row);
  else other.after(row);
  focused?.focus();
  announcePosition(section, row);
}

function announcePosition(section: HTMLElement, row: HTMLElement): void {
  const all = [...(row.parentElement?.children ?? [])];
  announce(section, `${section.dataset.rows} moved to ${all.indexOf(row) + 1} of ${all.length}.`);
}

/** Moves a row with the pointer, which also works on a touch screen. */
function dragRow(section: HTMLElement, row: HTMLElement, handle: HTMLElement, pointerId: number): void {
  handle.setPointerCapture(pointerId);
  const stop = new AbortController();
  const move = ({ clientY }: PointerEvent) => {
    const before = row.previousElementSibling;
    const after = row.nextElementSibling;
    if (before && clientY < before.getBoundingClientRect().bottom) before.before(row);
    else if (after && clientY > after.getBoundingClientRect().top) after.after(row);
  };
  const end = () => {
    stop.abort();
    announcePosition(section, row);
  };
  handle.addEventListener('pointermove', move, { signal: stop.signal });
  handle.addEventListener('pointerup', end, { signal: stop.signal });
  handle.addEventListener('pointercancel', end, { signal: stop.signal });
}

for (const section of document.querySelectorAll<HTMLElement>('[data-rows]')) {
  section.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-change], [data-add]');
    if (!button) return;
    event.preventDefault();
    const row = rowOf(button);
    if (!row) addRow(section);
    else if (button.dataset.change === 'remove') removeRow(section, row);
    else moveRow(section, row, button.dataset.change === 'up' ? -1 : 1);
  });
  section.addEventListener('keydown', (event) => {
    const row = rowOf(event.target as Element);
    if (!row || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    moveRow(section, row, event.key === 'ArrowUp' ? -1 : 1);
  });
  section.addEventListener('pointerdown', (event) => {
    const handle = (event.target as Element).closest<HTMLElement>('[data-handle]');
    const row = handle && rowOf(handle);
    if (handle && row) dragRow(section, row, handle, event.pointerId);
  });
}
