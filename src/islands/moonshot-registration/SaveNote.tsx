import { useEffect, useState } from 'react';
import type { SaveState } from '#lib/stores/core/autosave.ts';

const texts: Record<SaveState, string> = {
  idle: '',
  unsaved: '',
  saving: 'Saving …',
  saved: 'Saved',
  failed: 'Not saved yet',
};

/** How far saving is, announced; and that the network is away, before anybody presses anything. */
export function SaveNote({ state }: { state: SaveState }) {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    look();
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return (
    <p className="save-note" role="status" data-state={isOffline ? 'offline' : state}>
      {isOffline
        ? 'You are offline. What you enter stays here and is saved when you are back.'
        : texts[state]}
    </p>
  );
}
