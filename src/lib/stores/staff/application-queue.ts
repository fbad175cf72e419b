import { atom, computed, type ReadableAtom } from 'nanostores';
import { type ApiResponse, api } from '#lib/client/api.ts';
import type { StaffMove } from '#lib/domain/staff/staff-actions.ts';
import { listPossibleMoves, staffMoves } from '#lib/domain/staff/staff-actions.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { createSelection } from './queue-selection.ts';
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
  /** The most likely next move of those that were moved; null where they differ. */
  next?: { ids: readonly string[]; action: StaffMove; label: string } | null;
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

interface Move {
  ids: readonly string[];
  action: StaffMove;
  notes: MoveNotes;
}

/** A move of applications that waits for a confirmation, exactly as it was previewed. */
export interface PendingMove extends Move {
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
  /** Selects these and no others. */
  selectOnly(ids: readonly string[]): void;
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

/** Returns the applications of a response by id, as the table shows them. */
const freshCards = (results: MoveResponse['results']): Map<string, QueueCard> =>
  new Map(
    results.flatMap(({ application }) =>
      application
        ? [[application.id, { ...application, moves: listPossibleMoves(application.allowedActions) }]]
        : [],
    ),
  );

/** Returns the next move that all of the moved applications have in common, or null. */
function findCommonMove(
  cards: readonly QueueCard[],
  results: MoveResponse['results'],
): NonNullable<MoveReport['next']> | null {
  const ids = results.filter(({ ok }) => ok).map(({ applicationId }) => applicationId);
  const moves = cards.filter(({ id }) => ids.includes(id)).map(findNextMove);
  const [first] = moves;
  return first && moves.every((move) => move?.action === first.action) ? { ids, ...first } : null;
}

/** Returns the name of the job of each selected application: `Inside sales associate (BQC-IS-12)`. */
export const listSelectedJobs = ({ $cards, $selectedIds }: ApplicationQueue): string[] =>
  $cards
    .get()
    .filter(({ id }) => $selectedIds.get().has(id))
    .map(({ job }) => `${job.title} (${job.code})`);

/** Creates the state of the table or the board: its applications, those selected at first, and their moves. */
export function createApplicationQueue(
  first: readonly QueueCard[],
  selectedIds: readonly string[] = [],
): ApplicationQueue {
  const $cards = atom(first);
  const { $selectedIds, select, ...selection } = createSelection($cards, selectedIds);
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

  const send = (move: Move, fingerprint?: string): Promise<boolean> =>
    run(async () => {
      const body = { ...createBody(move), ...(fingerprint && { fingerprint }) };
      const response = await api('POST /api/v1/staff/job-applications/move/', { body });
      applyResponse(response);
      $pending.set(null);
      if (response.moved) void loadUndoable();
      return response.moved > 0;
    });

  async function prepare(move: Move, isAlwaysAsked = false): Promise<boolean> {
    let informsNobody = false;
    await run(async () => {
      const body = createBody(move);
      const preview = await api('POST /api/v1/staff/job-applications/preview-move/', { body });
      informsNobody = !isAlwaysAsked && preview.messages.people === 0 && move.ids.length === 1;
      $pending.set(informsNobody ? null : { ...move, preview });
      return false;
    });
    return informsNobody && send(move);
  }

  /** Applications that were moved are deselected; the others stay selected and are reported with the reason. */
  function applyResponse({ moved, results }: MoveResponse): void {
    const fresh = freshCards(results);
    $cards.set($cards.get().map((card) => fresh.get(card.id) ?? card));
    select(
      results.filter(({ ok }) => ok).map(({ applicationId }) => applicationId),
      false,
    );
    const failed = results.flatMap(({ number, error }) =>
      error ? [{ number: number ?? 'Gone', message: error.message }] : [],
    );
    $report.set({ moved, failed, next: findCommonMove([...fresh.values()], results) });
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
      return prepare({ ids, action, notes });
    },
    async confirm() {
      const pending = $pending.get();
      if (!pending) return false;
      const isMoved = await send(pending, pending.preview.messages.fingerprint);
      const failure = $failure.get();
      if (failure?.errorCode !== 'STALE_WRITE') return isMoved;
      // Others would be informed than the person has seen, so the new preview is shown with the reason.
      await prepare(pending, true);
      $failure.set(failure);
      return false;
    },
    cancel() {
      $pending.set(null);
    },
    moveOne: (id, action) =>
      prepare({ ids: [id], action, notes: { reasonCode: '', publicNote: '', privateNote: '' } }),
  };
}

const createBody = ({ ids, action, notes }: Move) => ({
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
