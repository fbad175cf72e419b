import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { dateText } from '#lib/domain/core/time-text.ts';
import { applicationBadge } from '#lib/domain/hiring/applications/application-status.ts';
import { dueText } from '#lib/domain/hiring/applications/reply-due.ts';
import { formatNextDate } from '#lib/domain/staff/application-queue.ts';
import {
  type ApplicationQueue,
  createApplicationQueue,
  type MoveReport,
  type QueueCard,
} from '#lib/stores/staff/application-queue.ts';
import { BulkBar } from './BulkBar.tsx';
import type { NoteTemplate } from './BulkNotes.tsx';
import { Due, KeysHint, ownerNameOf, PickBox, UnmetRules } from './Pick.tsx';
import { queueKeys } from './queue-keys.ts';
import type { RestoredMove } from './use-move-fields.ts';

export interface QueueProps {
  cards: readonly QueueCard[];
  timeZone: string;
  /** The time at which the page was rendered: server and browser must format the same time. */
  now: string;
  report: MoveReport | null;
  /** What was typed for a move that was undone. */
  restored: RestoredMove | null;
  /** The people who can own an application. */
  owners: readonly (readonly [id: string, name: string])[];
  templates: readonly NoteTemplate[];
}

/** Applications as a table, with boxes. Without a script it is a form that posts to its own page. */
export default function QueueTable({
  cards: first,
  report,
  restored,
  timeZone,
  now,
  owners,
  templates,
}: QueueProps) {
  const [queue] = useState(() => createApplicationQueue(first, restored?.ids));
  const cards = useStore(queue.$cards);
  const selectedIds = useStore(queue.$selectedIds);
  const action = useRef<HTMLSelectElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const isAll = cards.length > 0 && cards.every(({ id }) => selectedIds.has(id));

  return (
    <form className="queue" method="post">
      <table
        ref={table}
        className="staff-table queue-table"
        onKeyDown={queueKeys({ queue, onAct: () => action.current?.focus() })}
      >
        <caption className="sr-only">Applications</caption>
        <thead>
          <tr>
            <th scope="col">
              <label className="queue-pick">
                <input
                  type="checkbox"
                  aria-label="Choose all"
                  checked={isAll}
                  onChange={() => queue.toggleAll()}
                />
              </label>
            </th>
            <th scope="col">Candidate</th>
            <th scope="col">Job</th>
            <th scope="col">Status</th>
            <th scope="col">Reply and date</th>
            <th scope="col">Next date</th>
            <th scope="col">Owner</th>
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <Row
              key={card.id}
              card={card}
              queue={queue}
              isSelected={selectedIds.has(card.id)}
              timeZone={timeZone}
              now={now}
            />
          ))}
        </tbody>
      </table>
      <KeysHint queue={queue} actionRef={action} />
      <BulkBar
        queue={queue}
        first={report}
        restored={restored}
        owners={owners}
        templates={templates}
        actionRef={action}
        onMoved={() => table.current?.querySelector<HTMLInputElement>('input[name="id"]')?.focus()}
      />
    </form>
  );
}

interface RowProps extends Pick<QueueProps, 'timeZone' | 'now'> {
  card: QueueCard;
  queue: ApplicationQueue;
  isSelected: boolean;
}

function Row({ card, queue, isSelected, timeZone, now }: RowProps) {
  return (
    <tr data-card data-chosen={isSelected || undefined}>
      <td>
        <PickBox card={card} queue={queue} isSelected={isSelected} />
      </td>
      <th scope="row">
        <a className="link queue-name" href={`/staff/applications/${card.id}/`} title={card.candidate.name}>
          {card.candidate.name}
        </a>
        <span className="staff-small staff-muted staff-number">{card.number}</span>
      </th>
      <td data-label="Job">
        <span className="queue-line" title={card.job.title}>
          {card.job.title}{' '}
        </span>
        <span className="queue-line staff-small staff-muted" title={placeOf(card)}>
          {placeOf(card)}
        </span>
      </td>
      <td data-label="Status">
        <span className="queue-status">
          <span className={applicationBadge(card.status)}>{card.statusLabel}</span>{' '}
          <span className="queue-detail">
            <span className="staff-muted queue-stage" title={card.stage}>
              {card.stage}{' '}
            </span>
            <UnmetRules card={card} />
          </span>
        </span>
      </td>
      <td data-label="Reply">
        <Due card={card} text={dueOf(card, new Date(now))} />
        {card.submittedAt && (
          <span className="staff-small staff-muted">
            {' '}
            applied {dateText(new Date(card.submittedAt), timeZone)}
          </span>
        )}
      </td>
      <td data-label="Next date">{formatNextDate(card, new Date(now), timeZone) ?? '–'}</td>
      <td data-label="Owner">
        {card.owner && <span className="staff-muted queue-owner">{ownerNameOf(card)}</span>}
      </td>
    </tr>
  );
}

export const dueOf = (card: QueueCard, now: Date): string | null =>
  card.replyDueAt && card.isAwaitingReply ? dueText(new Date(card.replyDueAt), now) : null;

/** Names where the work is: `Pune · Sarvalane Operations · SLO-AP-13`. The city is first, because a narrow column cuts the end. */
const placeOf = ({ city, job }: QueueCard): string =>
  [city, job.employerName, job.code].filter(Boolean).join(' · ');
