import { saveOpenedQueue } from '#lib/browser/opened-queue.ts';

/** Stores which applications the page lists, for the way to the next one. */
const boxes = [...document.querySelectorAll<HTMLInputElement>('.queue input[name="id"]')];
saveOpenedQueue({ ids: boxes.map(({ value }) => value), href: location.pathname + location.search });
