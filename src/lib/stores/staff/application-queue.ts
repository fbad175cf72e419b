import { atom, computed, type ReadableAtom } from 'nanostores';
import { type ApiResponse, api } from '#lib/client/api.ts';
import type { StaffMove } from '#lib/domain/staff/staff-actions.ts';
import { listPossibleMoves, maxMoves, staffMoves } from '#lib/domain/staff/staff-actions.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { loadUndoable } from './undo.ts';

export type MovesPreview = ApiResponse<'POST /api/v1/staff/job-applications/preview-move/'>;
type MoveResponse = ApiResponse<'POST /api/v1/staff/job-applications/move/'>;
type ApiCard = ApiResponse<'GET /api/v1/staff/job-applications/'>['results'][number];

/** An application as the table and the board show it. The page has this part of the API's card for each of them. */
export interface QueueCard
  extends Omit<
    ApiCard,
    'candidate' | 'job' | 'owner' | 'trainingStatus' | 'interviewStatus' | 'allowedActions'
  > {
  candidate: Pick<ApiCard['candidate'], 'name'>;
  job: Omit<ApiCard['job'], 'id'>;
  owner: Pick<NonNullable<ApiCard['owner']>, 'name'> | null;
  /** The moves that are possible now. */
  moves: readonly StaffMove[];
}

/** The result of a move: the number of moved applications, and the reasons of the others. */
export interface MoveReport {
  moved: number;
  failed: readonly { number: string; message: string }[];
}

export interface MoveNotes {
  reasonCode: string;
  publicNote: string;
  privateNote: string;
}

/** A move, and how many of the selected applications it is possible for. */
export interface AvailableMove {
  action: StaffMove;
  label: string;
  count: number;
}

/** A move of applications that waits for a confirmation, exactly as it was previewed. */
export interface PendingMove {
  ids: readonly string[];
  action: StaffMove;
  notes: MoveNotes;
  preview: MovesPreview;
}

export interface ApplicationQueue {
  $cards: ReadableAtom<readonly QueueCard[]>;
  $selectedIds: ReadableAtom<ReadonlySet<string>>;
  $availableMoves: ReadableAtom<readonly AvailableMove[]>;
  $isMoving: ReadableAtom<boolean>;
  $report: ReadableAtom<MoveReport | null>;
  $pending: ReadableAtom<PendingMove | null>;
  $failure: ReadableAtom<Failure | null>;
  toggle(id: string): void;
  /** Gives every application from the last toggled one to this one the same state. */
  toggleTo(id: string): void;
  toggleAll(): void;
  clear(): void;
  /**
   * Prepares a move of the selected applications, which `confirm` makes, because staff first read who gets which message. A
   * move that informs nobody is made at once. Returns whether any was moved.
   */
  move(action: StaffMove, notes: MoveNotes): Promise<boolean>;
  /** Makes the move that waits. Returns whether any application was moved. */
  confirm(): Promise<boolean>;
  cancel(): void;
  /** Does the same for one application, independent of the selection. */
  moveOne(id: string, action: StaffMove): Promise<boolean>;
}

/** Moves that end or stop something. A card's own button never offers them. */
const consequentialMoves: readonly StaffMove[] = [
  'HOLD',
  'REJECT',
  'REOPEN',
  'CANCEL_INTERVIEW',
  'MISS_INTERVIEW',
  'MISS_TRAINING',
];

/** Returns the most likely next move of a card, or null. */
export function findNextMove(card: QueueCard): { action: StaffMove; label: string } | null {
  const next = card.moves.find((move) => !consequentialMoves.includes(move));
  return next ? { action: next, label: staffMoves[next] } : null;
}

/** Creates the state of the table or the board: its applications, the selected ones, and their moves. */
export function createApplicationQueue(first: readonly QueueCard[]): ApplicationQueue {
  const $cards = atom(first);
  const { $selectedIds, select, ...selection } = createSelection($cards);
  const $isMoving = atom(false);
  const $report = atom<MoveReport | null>(null);
  const $pending = atom<PendingMove | null>(null);
  const $failure = atom<Failure | null>(null);

  /** Runs one request at a time. Returns false when it fails, and then shows why. */
  async function run(request: () => Promise<boolean>): Promise<boolean> {
    if ($isMoving.get()) return false;
    $isMoving.set(true);
    $failure.set(null);
    $report.set(null);
    try {
      return await request();
    } catch (error) {
      $failure.set(failureOf(error, { isTyped: true }));
      return false;
    } finally {
      $isMoving.set(false);
    }
  }

  const send = (ids: readonly string[], action: StaffMove, notes: MoveNotes): Promise<boolean> =>
    run(async () => {
      const body = createBody(ids, action, notes);
      const response = await api('POST /api/v1/staff/job-applications/move/', { body });
      applyResponse(response);
      $pending.set(null);
      if (response.moved) void loadUndoable();
      return response.moved > 0;
    });

  async function prepare(ids: readonly string[], action: StaffMove, notes: MoveNotes): Promise<boolean> {
    let informsNobody = false;
    await run(async () => {
      const body = createBody(ids, action, notes);
      const preview = await api('POST /api/v1/staff/job-applications/preview-move/', { body });
      informsNobody = preview.messages.people === 0 && ids.length === 1;
      $pending.set(informsNobody ? null : { ids, action, notes, preview });
      return false;
    });
    return informsNobody && send(ids, action, notes);
  }

  /** Applications that were moved are deselected; the others stay selected and are reported with the reason. */
  function applyResponse({ moved, results }: MoveResponse): void {
    const fresh = new Map(
      results.flatMap(({ application }) =>
        application
          ? [[application.id, { ...application, moves: listPossibleMoves(application.allowedActions) }]]
          : [],
      ),
    );
    $cards.set($cards.get().map((card) => fresh.get(card.id) ?? card));
    select(
      results.filter(({ ok }) => ok).map(({ applicationId }) => applicationId),
      false,
    );
    const failed = results.flatMap(({ number, error }) =>
      error ? [{ number: number ?? 'Gone', message: error.message }] : [],
    );
    $report.set({ moved, failed });
  }

  return {
    $cards,
    $selectedIds,
    $isMoving,
    $report,
    $pending,
    $failure,
    $availableMoves: computed([$cards, $selectedIds], findAvailableMoves),

    ...selection,

    async move(action, notes) {
      const ids = [...$selectedIds.get()];
      if (!ids.length) return false;
      return prepare(ids, action, notes);
    },
    async confirm() {
      const pending = $pending.get();
      return pending !== null && send(pending.ids, pending.action, pending.notes);
    },
    cancel() {
      $pending.set(null);
    },
    moveOne: (id, action) => prepare([id], action, { reasonCode: '', publicNote: '', privateNote: '' }),
  };
}

/** Creates the selection of a queue: at most as many applications as one request moves. */
function createSelection($cards: ReadableAtom<readonly QueueCard[]>) {
  const $selectedIds = atom<ReadonlySet<string>>(new Set());
  let anchor: string | null = null;

  function select(ids: readonly string[], isSelected: boolean): void {
    const selected = new Set($selectedIds.get());
    for (const id of ids) {
      if (!isSelected) selected.delete(id);
      else if (selected.size < maxMoves) selected.add(id);
    }
    $selectedIds.set(selected);
  }

  return {
    $selectedIds,
    select,

    toggle(id: string) {
      anchor = id;
      select([id], !$selectedIds.get().has(id));
    },

    toggleTo(id: string) {
      const ids = $cards.get().map((card) => card.id);
      const [from, to] = [ids.indexOf(anchor ?? id), ids.indexOf(id)].toSorted((one, other) => one - other);
      select(ids.slice(from, (to ?? 0) + 1), anchor === null || $selectedIds.get().has(anchor));
    },

    toggleAll() {
      const ids = $cards.get().map(({ id }) => id);
      select(ids, !ids.every((id) => $selectedIds.get().has(id)));
    },

    clear() {
      $selectedIds.set(new Set());
    },
  };
}

const createBody = (ids: readonly string[], action: StaffMove, notes: MoveNotes) => ({
  applicationIds: [...ids],
  action,
  reasonCode: (notes.reasonCode || null) as never,
  publicNote: notes.publicNote,
  privateNote: notes.privateNote,
});

/** Returns the moves, in the order of work, that at least one selected application allows. */
function findAvailableMoves(cards: readonly QueueCard[], selectedIds: ReadonlySet<string>): AvailableMove[] {
  const selected = cards.filter(({ id }) => selectedIds.has(id));
  return (Object.keys(staffMoves) as StaffMove[])
    .map((action) => ({
      action,
      label: staffMoves[action],
      count: selected.filter(({ moves }) => moves.includes(action)).length,
    }))
    .filter(({ count }) => count > 0);
}
