import { useStore } from '@nanostores/react';
import { type MouseEvent, type RefObject, useEffect, useState } from 'react';
import { findOwn } from '#lib/domain/core/record.ts';
import { findShareProblem } from '#lib/domain/hiring/employer-links/employer-link.ts';
import {
  formatMoveButton,
  isStaffMove,
  maxMoves,
  otherBulkActions,
  reasonsFor,
  requiresReason,
  staffMoves,
} from '#lib/domain/staff/staff-actions.ts';
import {
  type ApplicationQueue,
  type AvailableMove,
  listSelectedJobs,
  type MoveReport,
} from '#lib/stores/staff/application-queue.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { WithReferences } from '../ui/WithReferences.tsx';
import { BulkNotes, type NoteTemplate } from './BulkNotes.tsx';
import { MoveConfirmation } from './MoveConfirmation.tsx';
import { MoveReason } from './MoveReason.tsx';
import { OwnerChoice } from './OwnerChoice.tsx';
import { type RestoredMove, useMoveFields } from './use-move-fields.ts';

interface BulkBarProps {
  queue: ApplicationQueue;
  /** The result of a form that was submitted before the script loaded. */
  first: MoveReport | null;
  /** What was typed for a move that was undone. */
  restored: RestoredMove | null;
  /** The element that gets the focus after a key press. */
  actionRef: RefObject<HTMLSelectElement | null>;
  onMoved: () => void;
  owners: readonly (readonly [id: string, name: string])[];
  /** Texts for the note to the candidates. */
  templates: readonly NoteTemplate[];
}

/** Moves the selected applications. Its fields belong to the form around it, which posts before the script has loaded. */
export function BulkBar({ queue, first, restored, actionRef, onMoved, owners, templates }: BulkBarProps) {
  const { fields, change, reset } = useMoveFields(queue, actionRef, restored);
  const { action, reasonCode, publicNote, privateNote } = fields;
  const [missingFields, setMissingFields] = useState<MissingFields | null>(null);
  const selectedIds = useStore(queue.$selectedIds);
  const failure = useStore(queue.$failure);
  const report = useStore(queue.$report) ?? first;
  const pending = useStore(queue.$pending) !== null;
  const isMoving = useStore(queue.$isMoving);
  const isReady = useIsReady();
  const isMove = isStaffMove(action);
  const options = listOptions(useStore(queue.$availableMoves), selectedIds.size);

  function chooseAction(next: string): void {
    // A reason that does not fit the new action would be sent without being shown.
    const isFitting = Object.hasOwn(reasonsFor(next), reasonCode);
    change({ action: next, ...(!isFitting && { reasonCode: '' }) });
  }

  /** A move is made here; to change the owner and to write a message, the form is posted. */
  function submit(event: MouseEvent): void {
    const missing =
      findMissingFields(selectedIds.size, action, reasonCode) ?? findProblem(action, listSelectedJobs(queue));
    setMissingFields(missing);
    if (!missing && !isMove) return;
    event.preventDefault();
    if (!missing && isMove) void queue.move(action, { reasonCode, publicNote, privateNote }).then(finish);
  }

  function finish(isMoved: boolean): void {
    if (!isMoved) return;
    reset();
    onMoved();
  }

  return (
    <section
      className="bulk-bar"
      aria-label="Move what is chosen"
      data-active={selectedIds.size > 0 || pending || undefined}
    >
      <MoveConfirmation queue={queue} onMoved={finish} onCancel={() => actionRef.current?.focus()} />
      <div className="bulk-fields" hidden={pending}>
        <Field
          label={selectedIds.size ? `Action for ${selectedIds.size} selected` : 'Action for selected'}
          error={missingFields?.action}
        >
          {(control) => (
            <select
              {...control}
              ref={actionRef}
              name="action"
              className="field-input field-select"
              value={action}
              onChange={({ currentTarget }) => chooseAction(currentTarget.value)}
            >
              <option value="">Choose …</option>
              <optgroup label="Move">
                {options.map((one) => (
                  <option key={one.action} value={one.action}>
                    {one.text}
                  </option>
                ))}
              </optgroup>
              <optgroup label="Without a move">
                {Object.entries(otherBulkActions).map(([key, text]) => (
                  <option key={key} value={key}>
                    {text}
                  </option>
                ))}
              </optgroup>
            </select>
          )}
        </Field>
        {(isMove || !isReady) && (
          <MoveReason
            action={action}
            value={reasonCode}
            error={missingFields?.reason}
            onValue={(value) => change({ reasonCode: value })}
          />
        )}
        {(action === 'ASSIGN' || !isReady) && <OwnerChoice owners={owners} />}
        <Button type="submit" scale="compact" isLoading={isMoving} onClick={submit}>
          {labelOf(action, selectedIds.size)}
        </Button>
      </div>
      {(isMove || !isReady) && (
        <BulkNotes
          isHidden={pending}
          isOpen={Boolean(restored?.publicNote || restored?.privateNote)}
          notes={{ publicNote, privateNote }}
          onPublicNote={(value) => change({ publicNote: value })}
          onPrivateNote={(value) => change({ privateNote: value })}
          templates={templates.filter(({ purpose }) => !action || purpose === action || purpose === 'NOTE')}
        />
      )}
      {selectedIds.size >= maxMoves && <MostChosen />}
      <div className="bulk-report" role="status">
        {report && <Report {...report} />}
        {report?.next && (
          <NextMove
            next={report.next}
            onChoose={({ ids, action: chosen }) => {
              queue.selectOnly(ids);
              chooseAction(chosen);
              actionRef.current?.focus();
            }}
          />
        )}
      </div>
      {failure && <FailureText message={failure.message} />}
    </section>
  );
}

/** Whether the script works: before, and without it, every field is shown, because nothing can show it later. */
function useIsReady(): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  return isReady;
}

/** Returns the moves to choose from; before anything is selected, and without the script, all of them. */
const listOptions = (offered: readonly AvailableMove[], count: number) =>
  count
    ? offered.map((one) => ({ ...one, text: `${one.label} (${one.count} of ${count})` }))
    : Object.entries(staffMoves).map(([key, text]) => ({ action: key, text }));

interface NextMoveProps {
  next: NonNullable<MoveReport['next']>;
  onChoose: (next: NonNullable<MoveReport['next']>) => void;
}

/** Chooses the applications that were just moved, and their next step. */
const NextMove = ({ next, onChoose }: NextMoveProps) => (
  <Button type="button" scale="compact" look="secondary" onClick={() => onChoose(next)}>
    {`Next: ${next.label}`}
  </Button>
);

const FailureText = ({ message }: { message: string }) => (
  <p className="field-error" role="alert">
    {message}
  </p>
);

const MostChosen = () => (
  <p className="staff-small" role="status">
    {maxMoves} are chosen, the most at a time. Others are not added to them.
  </p>
);

/** Names what the button does, because it may end applications. Without the script nothing is chosen yet. */
const labelOf = (action: string, count: number): string =>
  isStaffMove(action) && count > 0
    ? formatMoveButton(action, count)
    : (findOwn(otherBulkActions, action) ?? 'Continue');

/** The missing fields, with a message for each. */
type MissingFields = { action?: string; reason?: string };

/** A link shows candidates of one job, so what was chosen is checked before it is left behind. */
function findProblem(action: string, jobs: readonly string[]): MissingFields | null {
  const problem = action === 'SHARE' ? findShareProblem(jobs) : null;
  return problem === null ? null : { action: problem };
}

function findMissingFields(count: number, action: string, reasonCode: string): MissingFields | null {
  if (!count) return { action: 'Choose at least one application' };
  if (!action) return { action: 'Choose what to do' };
  return requiresReason(action) && !reasonCode ? { reason: 'Choose a reason for this' } : null;
}

function Report({ moved, failed }: MoveReport) {
  return (
    <>
      <p>
        <strong>{moved} moved</strong>
        {failed.length > 0 && `, ${failed.length} not:`}
      </p>
      {failed.length > 0 && (
        <ul>
          {failed.map(({ number, message }) => (
            <li key={number}>
              <WithReferences text={`${number}: ${message}`} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
