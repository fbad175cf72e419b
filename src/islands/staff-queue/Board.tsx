import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import {
  type ApplicationQueue,
  createApplicationQueue,
  findNextMove,
  type QueueCard,
} from '#lib/stores/staff/application-queue.ts';
import { Button } from '../ui/Button.tsx';
import { BulkBar } from './BulkBar.tsx';
import { Due, KeysHint, ownerNameOf, PickBox, UnmetRules } from './Pick.tsx';
import { dueOf, type QueueProps } from './QueueTable.tsx';
import { queueKeys } from './queue-keys.ts';

interface BoardProps extends Omit<QueueProps, 'cards'> {
  columns: readonly {
    status: QueueCard['status'];
    label: string;
    count: number;
    results: readonly QueueCard[];
    /** The table of all of them. */
    href: string;
  }[];
}

/** Applications under way, a column per status. Nothing is dragged: a card has a button, and a box for more. */
export default function Board({ columns, now, report, restored, owners, templates }: BoardProps) {
  const [queue] = useState(() =>
    createApplicationQueue(
      columns.flatMap(({ results }) => results),
      restored?.ids,
    ),
  );
  const cards = useStore(queue.$cards);
  const selectedIds = useStore(queue.$selectedIds);
  const isMoving = useStore(queue.$isMoving);
  const action = useRef<HTMLSelectElement>(null);
  const board = useRef<HTMLFormElement>(null);

  /** Keeps the focus on a card that moves to another column. */
  async function moveOne(card: QueueCard): Promise<void> {
    const next = findNextMove(card);
    if (!next || !(await queue.moveOne(card.id, next.action))) return;
    const box = board.current?.querySelector<HTMLInputElement>(`input[value="${card.id}"]`);
    box?.focus();
  }

  return (
    <form className="queue" method="post" ref={board}>
      <KeysHint queue={queue} actionRef={action} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys pressed in its boxes bubble up to here */}
      <div className="board" onKeyDown={queueKeys({ queue, onAct: () => action.current?.focus() })}>
        {columns.map((column) => {
          const own = cards.filter(({ status }) => status === column.status);
          const count = column.count - column.results.length + own.length;
          return (
            <section
              key={column.status}
              className="board-column"
              data-column
              aria-labelledby={`column-${column.status}`}
            >
              <h2 id={`column-${column.status}`}>
                {column.label} <span className="staff-muted">{count}</span>
              </h2>
              {own.length > 0 && (
                <ul>
                  {own.map((card) => (
                    <Card
                      key={card.id}
                      card={card}
                      queue={queue}
                      isSelected={selectedIds.has(card.id)}
                      isMoving={isMoving}
                      now={now}
                      onNext={() => void moveOne(card)}
                    />
                  ))}
                </ul>
              )}
              {count > own.length && (
                <a className="link staff-small" href={column.href}>
                  All {count}
                </a>
              )}
            </section>
          );
        })}
      </div>
      <BulkBar
        queue={queue}
        first={report}
        restored={restored}
        owners={owners}
        templates={templates}
        actionRef={action}
        onMoved={() => board.current?.querySelector<HTMLInputElement>('input[name="id"]')?.focus()}
      />
    </form>
  );
}

interface CardProps {
  card: QueueCard;
  queue: ApplicationQueue;
  isSelected: boolean;
  isMoving: boolean;
  now: string;
  onNext: () => void;
}

function Card({ card, queue, isSelected, isMoving, now, onNext }: CardProps) {
  const next = findNextMove(card);
  return (
    <li className="board-card" data-card data-chosen={isSelected || undefined}>
      <a className="link" href={`/staff/applications/${card.id}/`}>
        {card.candidate.name}
      </a>
      <PickBox card={card} queue={queue} isSelected={isSelected} />
      <p className="staff-muted">
        {card.job.title} · <span className="staff-number">{card.number}</span>
      </p>
      <p>
        <Due card={card} text={dueOf(card, new Date(now))} /> <UnmetRules card={card} />{' '}
        {card.owner && <span className="staff-muted">Owner: {ownerNameOf(card)}</span>}
      </p>
      {next && (
        <div className="board-next">
          <Button
            look="secondary"
            scale="compact"
            size="xs"
            disabled={isMoving}
            aria-label={`${next.label}: ${card.number}, ${card.candidate.name}`}
            onClick={onNext}
          >
            {next.label}
          </Button>
        </div>
      )}
    </li>
  );
}
