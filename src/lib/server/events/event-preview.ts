import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { eventKindLabels, eventStatusLabels } from '#lib/domain/events/event.ts';
import { removeUndrawable } from '#lib/domain/media/typeface.ts';
import type { LiveEventRow } from './event-rows.ts';

/** Returns the text of the picture that other sites show beside a link to an event. */
export function describeEventPreview({ kind, title, status, startsAt, timeZone }: LiveEventRow) {
  const label = eventKindLabels[kind];
  return {
    label,
    title: removeUndrawable(title) || label,
    note: status === 'SCHEDULED' ? dateTimeText(startsAt, timeZone) : eventStatusLabels[status],
  };
}
