import { useStore } from '@nanostores/react';
import type { AutosaveState } from '#lib/stores/core/autosave.ts';
import { Button } from '../../ui/Button.tsx';
import { useEditorTools } from '../editor-context.ts';
import { focusField } from '../focus-field.ts';
import { AlertIcon, CloudOffIcon, TickIcon } from '../icons.tsx';
import { LogInLink } from './FailureAlert.tsx';

type Shown = AutosaveState['kind'] | 'conflict' | 'sending' | 'attention';

/** Always in sight: where what was typed is, and the way to what waits for the person. */
export function SaveState() {
  const { editor } = useEditorTools();
  const state = useStore(editor.$state);
  const conflicts = useStore(editor.$conflicts).length;
  const sending = useStore(editor.uploads.$sending).length;
  const [firstProblem, ...otherProblems] = Object.keys(useStore(editor.$errors));
  const isKept = useStore(editor.$isPersisted);
  const shown = shownOf(state.kind, conflicts, sending, firstProblem !== undefined);
  return (
    <div className="pe-state" data-state={shown}>
      <StateIcon shown={shown} />
      <p role="status">{sentence(shown, state, isKept, otherProblems.length + 1)}</p>
      {shown === 'signed-out' && <LogInLink className="btn btn-secondary btn-sm" />}
      {shown === 'failed' && <Way onClick={() => void editor.saveNow()}>Try now</Way>}
      {shown === 'conflict' && <Way onClick={() => focusField('conflicts')}>Choose</Way>}
      {shown === 'attention' && firstProblem !== undefined && (
        <Way onClick={() => focusField(firstProblem)}>Show</Way>
      )}
    </div>
  );
}

function Way({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button look="quiet" size="xs" onClick={onClick}>
      {children}
    </Button>
  );
}

/** The worst first: what is typed cannot leave this page, then what waits for the person. */
function shownOf(
  kind: AutosaveState['kind'],
  conflicts: number,
  sending: number,
  hasProblems: boolean,
): Shown {
  if (kind === 'signed-out' || kind === 'offline' || kind === 'failed') return kind;
  if (conflicts > 0) return 'conflict';
  if (kind !== 'saved') return kind;
  if (sending > 0) return 'sending';
  return hasProblems ? 'attention' : 'saved';
}

function StateIcon({ shown }: { shown: Shown }) {
  if (shown === 'saving' || shown === 'unsaved' || shown === 'sending')
    return <span className="btn-spinner" aria-hidden="true" />;
  if (shown === 'saved') return <TickIcon />;
  return shown === 'offline' ? <CloudOffIcon /> : <AlertIcon />;
}

function sentence(shown: Shown, state: AutosaveState, isKept: boolean, problems: number): string {
  switch (shown) {
    case 'saving':
    case 'unsaved':
      return 'Saving…';
    case 'sending':
      return 'Sending a picture…';
    case 'saved':
      return 'Saved';
    case 'attention':
      return problems === 1 ? '1 thing is not saved yet' : `${problems} things are not saved yet`;
    case 'conflict':
      return 'Changed in two places';
    case 'offline':
      return `You are offline. ${isKept ? 'What you type is kept on this device.' : unkept}`;
    case 'signed-out':
      return `You are signed out. ${isKept ? 'Your text is kept here.' : unkept}`;
    case 'failed':
      return `${'message' in state ? state.message : ''} ${isKept ? 'What you typed is kept on this device.' : unkept}`;
  }
}

/** The device's storage is full or forbidden. */
const unkept = 'Not saved yet. Keep this page open.';
