import { useStore } from '@nanostores/react';
import type { SaveState as State } from '../../lib/stores/portfolio-saver.ts';
import { Button } from '../ui/Button.tsx';
import { useEditor } from './editor-context.ts';
import { LogInAgain } from './Interruption.tsx';
import { AlertIcon, CloudOffIcon, TickIcon } from './icons.tsx';

/** Always in sight: where what was typed is. Announced when it changes, but for the coming and going of saving. */
export function SaveState() {
  const editor = useEditor();
  const state = useStore(editor.$state);
  const conflicts = useStore(editor.$conflicts).length;
  const problems = Object.keys(useStore(editor.$problems)).length;
  const shown = conflicts > 0 && state.kind !== 'signed-out' ? 'conflict' : state.kind;
  return (
    <div className="pe-state" data-state={shown}>
      <StateIcon shown={shown} />
      <p role="status">{sentence(shown, state, problems)}</p>
      {state.kind === 'signed-out' && <LogInAgain />}
      {state.kind === 'failed' && (
        <Button look="quiet" size="xs" onClick={() => void editor.saveNow()}>
          Try now
        </Button>
      )}
    </div>
  );
}

type Shown = State['kind'] | 'conflict';

function StateIcon({ shown }: { shown: Shown }) {
  if (shown === 'saving' || shown === 'unsaved') return <span className="btn-spinner" aria-hidden="true" />;
  if (shown === 'saved') return <TickIcon />;
  return shown === 'offline' ? <CloudOffIcon /> : <AlertIcon />;
}

function sentence(shown: Shown, state: State, problems: number): string {
  switch (shown) {
    case 'saving':
    case 'unsaved':
      return 'Saving…';
    case 'saved':
      return problems > 0 ? 'Saved, but for what is not complete yet' : 'Saved';
    case 'offline':
      return 'You are offline. What you type is kept on this device.';
    case 'conflict':
      return 'Changed in two places. Choose below.';
    default:
      return 'message' in state ? `${state.message} What you typed is kept on this device.` : '';
  }
}
