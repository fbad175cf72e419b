import * as z from 'zod/mini';

/** A moment in UTC, in the format of ISO 8601: `2026-11-22T08:30:00.000Z`. */
export const instant = z.iso.datetime();
