import type { AutosaveFormState } from '#lib/stores/core/autosave-form.ts';

const texts: Record<AutosaveFormState, string> = {
  idle: '',
  unsaved: '',
  saving: 'Saving …',
  saved: 'Saved',
  failed: 'Not saved yet',
  offline: 'You are offline. We keep your answers on this device and save them when you are online.',
};

/** Announces whether the form is saved, and that the browser is offline. */
export function SaveNote({ state }: { state: AutosaveFormState }) {
  return (
    <p className="save-note" role="status" data-state={state}>
      {texts[state]}
    </p>
  );
}
