import { useStore } from '@nanostores/react';
import type { AutosaveState } from '#lib/stores/core/autosave.ts';
import { Button } from '../../ui/Button.tsx';
import { LogInLink } from '../../ui/FailureAlert.tsx';
import { useEditorTools } from '../editor-context.ts';
import { focusField } from '../focus-field.ts';
import { AlertIcon, CloudOffIcon, TickIcon } from '../icons.tsx';

type Shown = AutosaveState['kind'] | 'conflict' | 'sending' | 'attention';

/** Shows whether everything is saved, and a button for what needs the person. Always visible. */
export function SaveState() {
  const { editor } = useEditorTools();
  const state = useStore(editor.$state);
  const conflicts = useStore(editor.$conflicts).length;
  const sending = useStore(editor.uploads.$sending).length;
  const [firstProblem, ...otherProblems] = Object.keys(useStore(editor.$errors));
  const isPersisted = useStore(editor.$isPersisted);
  const shown = shownOf(state.kind, conflicts, sending, firstProblem !== undefined);
  return (
    <div className="pe-state" data-state={shown}>
      <StateIcon shown={shown} />
      <p role="status">{sentence(shown, state, isPersisted, otherProblems.length + 1)}</p>
      {shown === 'signed-out' && <LogInLink className="btn btn-secondary btn-sm" />}
      {shown === 'failed' && <StateButton onClick={() => void editor.saveNow()}>Try now</StateButton>}
      {shown === 'conflict' && <StateButton onClick={() => focusField('conflicts')}>Choose</StateButton>}
      {shown === 'attention' && firstProblem !== undefined && (
        <StateButton onClick={() => focusField(firstProblem)}>Show</StateButton>
      )}
    </div>
  );
}

function StateButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button look="quiet" size="xs" onClick={onClick}>
      {children}
    </Button>
  );
}

/** Returns what to show, the most severe first: input that cannot be saved, then what needs the person. */
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

function sentence(shown: Shown, state: AutosaveState, isPersisted: boolean, problems: number): string {
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
      return `You are offline. ${isPersisted ? 'What you type is kept on this device.' : unsavedText}`;
    case 'signed-out':
      return `You are logged out. ${isPersisted ? 'Your text is kept here.' : unsavedText}`;
    case 'failed':
      return `${'message' in state ? state.message : ''} ${isPersisted ? 'What you typed is kept on this device.' : unsavedText}`;
  }
}

/** The device's storage is full or forbidden. */
const unsavedText = 'Not saved yet. Keep this page open.';
