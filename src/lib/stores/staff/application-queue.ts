import { atom, computed, type ReadableAtom } from 'nanostores';
import { type ApiResponse, api } from '#lib/client/api.ts';
import type { StaffMove } from '#lib/domain/staff/staff-actions.ts';
import { maxMoves, movesWithReason, staffMoves } from '#lib/domain/staff/staff-actions.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';

type MoveAnswer = ApiResponse<'POST /api/v1/staff/job-applications/move/'>;
export type QueueCard = ApiResponse<'GET /api/v1/staff/job-applications/'>['results'][number];

/** What a press has done, row by row. */
export interface MoveReport {
  moved: number;
  failed: readonly { number: string; message: string }[];
}

export interface MoveNotes {
  reasonCode: string;
  publicNote: string;
  privateNote: string;
}

/** An action, and how many of those that are chosen it may be done to. */
export interface AvailableMove {
  action: StaffMove;
  label: string;
  count: number;
}

export interface ApplicationQueue {
  $cards: ReadableAtom<readonly QueueCard[]>;
  $selectedIds: ReadableAtom<ReadonlySet<string>>;
  $availableMoves: ReadableAtom<readonly AvailableMove[]>;
  $isMoving: ReadableAtom<boolean>;
  $report: ReadableAtom<MoveReport | null>;
  $failure: ReadableAtom<Failure | null>;
  toggle(id: string): void;
  /** From the one that was toggled last to this one, as that one is. */
  toggleTo(id: string): void;
  toggleAll(): void;
  clear(): void;
  /** True when something was moved. */
  move(action: StaffMove, notes: MoveNotes): Promise<boolean>;
  /** One card by itself, whatever else is chosen. */
  moveOne(id: string, action: StaffMove): Promise<boolean>;
}

/** These end or stop something: a card's own button never does them. */
const consequentialMoves: readonly StaffMove[] = [
  'HOLD',
  'REJECT',
  'CANCEL_INTERVIEW',
  'MISS_INTERVIEW',
  'MISS_TRAINING',
];

export const needsReason = (action: string): boolean =>
  (movesWithReason as readonly string[]).includes(action);

/** What a card is most likely moved to next. */
export function findNextMove(card: QueueCard): { action: StaffMove; label: string } | null {
  const next = card.allowedActions.find(
    ({ action, enabled }) => enabled && !consequentialMoves.includes(action as StaffMove),
  );
  return next ? { action: next.action as StaffMove, label: staffMoves[next.action as StaffMove] } : null;
}

/** Applications that are on a page, those of them that are chosen, and moving these. */
export function createApplicationQueue(first: readonly QueueCard[]): ApplicationQueue {
  const $cards = atom(first);
  const $chosen = atom<ReadonlySet<string>>(new Set());
  const $isMoving = atom(false);
  const $report = atom<MoveReport | null>(null);
  const $failure = atom<Failure | null>(null);
  let anchor: string | null = null;

  function choose(ids: readonly string[], isChosen: boolean): void {
    const chosen = new Set($chosen.get());
    for (const id of ids) {
      if (!isChosen) chosen.delete(id);
      else if (chosen.size < maxMoves) chosen.add(id);
    }
    $chosen.set(chosen);
  }

  async function send(ids: readonly string[], action: StaffMove, notes: MoveNotes): Promise<boolean> {
    if (!ids.length || $isMoving.get()) return false;
    $isMoving.set(true);
    $failure.set(null);
    $report.set(null);
    try {
      const answer = await api('POST /api/v1/staff/job-applications/move/', {
        body: {
          applicationIds: [...ids],
          action,
          reasonCode: (notes.reasonCode || null) as never,
          publicNote: notes.publicNote,
          privateNote: notes.privateNote,
        },
      });
      take(answer);
      return answer.moved > 0;
    } catch (error) {
      $failure.set(failureOf(error, { isTyped: true }));
      return false;
    } finally {
      $isMoving.set(false);
    }
  }

  /** What moved is chosen no more; what did not stays, with the reason beside it. */
  function take({ moved, results }: MoveAnswer): void {
    const fresh = new Map(
      results.flatMap(({ application }) => (application ? [[application.id, application]] : [])),
    );
    $cards.set($cards.get().map((card) => fresh.get(card.id) ?? card));
    choose(
      results.filter(({ ok }) => ok).map(({ applicationId }) => applicationId),
      false,
    );
    const refused = results.flatMap(({ number, error }) =>
      error ? [{ number: number ?? 'Gone', message: error.message }] : [],
    );
    $report.set({ moved, failed: refused });
  }

  return {
    $cards,
    $selectedIds: $chosen,
    $isMoving,
    $report,
    $failure,
    $availableMoves: computed([$cards, $chosen], findAvailableMoves),

    toggle(id) {
      anchor = id;
      choose([id], !$chosen.get().has(id));
    },

    toggleTo(id) {
      const ids = $cards.get().map((card) => card.id);
      const [from, to] = [ids.indexOf(anchor ?? id), ids.indexOf(id)].toSorted((one, other) => one - other);
      choose(ids.slice(from, (to ?? 0) + 1), anchor === null || $chosen.get().has(anchor));
    },

    toggleAll() {
      const ids = $cards.get().map(({ id }) => id);
      choose(ids, !ids.every((id) => $chosen.get().has(id)));
    },

    clear() {
      $chosen.set(new Set());
    },

    move: (action, notes) => send([...$chosen.get()], action, notes),
    moveOne: (id, action) => send([id], action, { reasonCode: '', publicNote: '', privateNote: '' }),
  };
}

/** In the order of work; what nobody chosen may be moved to is not offered. */
function findAvailableMoves(cards: readonly QueueCard[], chosen: ReadonlySet<string>): AvailableMove[] {
  const mine = cards.filter(({ id }) => chosen.has(id));
  return (Object.keys(staffMoves) as StaffMove[])
    .map((action) => ({
      action,
      label: staffMoves[action],
      count: mine.filter(({ allowedActions }) =>
        allowedActions.some((one) => one.action === action && one.enabled),
      ).length,
    }))
    .filter(({ count }) => count > 0);
}
