/** The storage key that changes whenever the person changes or removes their picture. */
const avatarKey = 'liftoff:avatar';

/** Tells the other tabs that the person's picture has changed. */
export function broadcastAvatar(): void {
  try {
    localStorage.setItem(avatarKey, String(Date.now()));
  } catch {
    // Storage may be forbidden; other tabs then show the picture after a reload.
  }
}

/** Calls back when the picture has changed in another tab. Returns a function that stops. */
export function onOtherTabAvatar(onChange: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === avatarKey && newValue !== null) onChange();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
