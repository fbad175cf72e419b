import { atom, type ReadableAtom } from 'nanostores';
import { type ApiResponse, api } from '#lib/client/api.ts';

export type UndoableAction = NonNullable<ApiResponse<'GET /api/v1/staff/actions/undoable/'>['action']>;

const $action = atom<UndoableAction | null>(null);

/** The latest own change that can be undone, after the first change without a new page; null before. */
export const $undoable: ReadableAtom<UndoableAction | null> = $action;

/** Loads the latest change that can be undone. Without an answer nothing is offered, and the messages are sent. */
export async function loadUndoable(): Promise<void> {
  try {
    const { action } = await api('GET /api/v1/staff/actions/undoable/');
    $action.set(action);
  } catch {
    $action.set(null);
  }
}
