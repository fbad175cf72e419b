import { saveOpenedQueue } from '#lib/browser/staff/opened-queue.ts';
import { addressWithoutResult } from '#lib/browser/staff/page-address.ts';

/** Stores which applications the page lists, for the way to the next one. */
const boxes = [...document.querySelectorAll<HTMLInputElement>('.queue input[name="id"]')];
saveOpenedQueue({ ids: boxes.map(({ value }) => value), href: addressWithoutResult() });
