import { isSingleKey } from '#lib/browser/single-keys.ts';

/**
 * Keys of the calendar. From anywhere on the page, J and K lead into it and then to interviews. While the focus is in it, left and
 * right go to days, up and down to interviews, PageUp and PageDown to the period before and after. Enter opens what has the focus,
 * because everything is a link.
 */
const calendar = document.querySelector<HTMLElement>('#calendar');
const findAll = (selector: string) => [...(calendar?.querySelectorAll<HTMLElement>(selector) ?? [])];

const follow = (rel: 'prev' | 'next') =>
  document.querySelector<HTMLAnchorElement>(`a[rel="${rel}"]`)?.click();

/** Moves the focus to the heading of the day before or after, or leaves the period at its ends. */
function moveDay(step: 1 | -1): void {
  const days = findAll('.calendar-day');
  const index = days.findIndex((day) => day.contains(document.activeElement));
  const link = days[index + step]?.querySelector<HTMLElement>('[data-calendar-day]');
  if (link) link.focus();
  else follow(step > 0 ? 'next' : 'prev');
}

/** Moves the focus to the interview before or after; from a day's heading, to its first one. */
function moveEntry(step: 1 | -1): void {
  const links = findAll('[data-calendar-day], [data-calendar-entry]');
  const index = links.indexOf(document.activeElement as HTMLElement);
  const next = step > 0 ? links.slice(index + 1) : links.slice(0, Math.max(index, 0)).toReversed();
  next.find((link) => link.matches('[data-calendar-entry]'))?.focus();
}

/** Moves the focus to today's first interview, or to the first one of the period, or to a day. */
function enter(): void {
  const places = ['[data-today] [data-calendar-entry]', '[data-calendar-entry]', '[data-calendar-day]'];
  const link = places.flatMap(findAll).at(0) ?? calendar;
  link?.focus();
}

const actions: Record<string, () => void> = {
  PageUp: () => follow('prev'),
  PageDown: () => follow('next'),
  ArrowLeft: () => moveDay(-1),
  ArrowRight: () => moveDay(1),
  ArrowUp: () => moveEntry(-1),
  ArrowDown: () => moveEntry(1),
};

calendar?.addEventListener('keydown', (event) => {
  const act = actions[event.key];
  if (!act || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  act();
});

document.addEventListener('keydown', (event) => {
  const isNext = event.key === 'j';
  if (!(isNext || event.key === 'k') || !isSingleKey(event)) return;
  event.preventDefault();
  if (calendar?.querySelector(':focus')) moveEntry(isNext ? 1 : -1);
  else enter();
});
