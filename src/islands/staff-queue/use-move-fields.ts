import { mapValues } from 'es-toolkit/object';
import { type RefObject, useEffect, useState } from 'react';
import type { ApplicationQueue } from '#lib/stores/staff/application-queue.ts';

const emptyFields = { action: '', reasonCode: '', publicNote: '', privateNote: '' };
type MoveFields = typeof emptyFields;

/** The fields of a move that was undone, with its applications. */
export type RestoredMove = Partial<MoveFields> & { ids: readonly string[] };

/**
 * Holds the fields of a move. They begin with what the page's form has, and so does the selection: what people chose before the
 * script ran, and what the browser fills in again on the way back, comes without an event.
 */
export function useMoveFields(
  queue: ApplicationQueue,
  actionRef: RefObject<HTMLSelectElement | null>,
  restored: RestoredMove | null,
) {
  const [fields, setFields] = useState(() =>
    mapValues(emptyFields, (empty, name) => restored?.[name] ?? empty),
  );
  useEffect(() => {
    const form = actionRef.current?.form;
    if (!form) return;
    const filled = new FormData(form);
    queue.selectOnly(filled.getAll('id').map(String));
    setFields(mapValues(emptyFields, (_, name) => String(filled.get(name) ?? '')));
  }, [queue, actionRef]);
  return {
    fields,
    change: (changed: Partial<MoveFields>) => setFields((before) => ({ ...before, ...changed })),
    reset: () => setFields(emptyFields),
  };
}
