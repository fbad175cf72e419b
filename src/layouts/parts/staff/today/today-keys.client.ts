import { isSingleKey } from '#lib/browser/single-keys.ts';

/**
 * Keys of Today: J and K move the focus between the actions of the lines, and L opens the call log of the line, or of the first
 * call where the focus is on none; Enter is the browser's own.
 */
const actions = [...document.querySelectorAll<HTMLElement>('[data-today-action]')];
const steps: Record<string, number> = { j: 1, k: -1 };

function openCallLog(): void {
  const focused = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-today-call]');
  (focused ?? document.querySelector<HTMLElement>('[data-today-call]'))?.click();
}

document.addEventListener('keydown', (event) => {
  const isLog = event.key.toLowerCase() === 'l';
  const step = steps[event.key.toLowerCase()];
  if ((!step && !isLog) || !isSingleKey(event)) return;
  event.preventDefault();
  if (isLog) return openCallLog();
  const from = actions.indexOf(document.activeElement as HTMLElement);
  const to = from < 0 ? 0 : Math.min(Math.max(from + (step ?? 0), 0), actions.length - 1);
  actions[to]?.focus();
});
