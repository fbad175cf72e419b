import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { createPreferencesStore, type PreferenceName } from '#lib/stores/account/notification-preferences.ts';
import type { User } from '#lib/stores/account/user.ts';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { SaveNotice } from './SaveNotice.tsx';

const media: { name: PreferenceName; label: string; note: string }[] = [
  { name: 'call', label: 'Call', note: 'Our team calls about your applications and programmes.' },
  { name: 'email', label: 'E-mail', note: 'Updates on your applications, and news of jobs and programmes.' },
  { name: 'whatsapp', label: 'WhatsApp', note: 'Reminders of interviews and short updates.' },
];

/** The notification preferences; each switch is saved at once. */
export default function Notifications({ user }: { user: User }) {
  const [preferences] = useState(() => createPreferencesStore(user));
  const shown = useStore(preferences.$shown);
  const isSaved = useStore(preferences.$isSaved);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();

  useEffect(() => {
    // The person may have pressed switches before this script ran.
    for (const { name, checked } of list.current?.querySelectorAll('input') ?? []) {
      const preference = name as PreferenceName;
      if (checked !== preferences.$shown.get()[preference]) void preferences.set(preference, checked);
    }
  }, [preferences]);

  return (
    <>
      <ul ref={list} className="account-list">
        {media.map(({ name, label, note }) => (
          <li key={name}>
            <label className="switch-row">
              <span>
                <span className="switch-label">{label}</span>
                <span className="account-note" id={`${id}-${name}`}>
                  {note}
                </span>
              </span>
              <input
                className="switch"
                type="checkbox"
                // biome-ignore lint/a11y/useAriaPropsForRole: a real checkbox says by itself whether it is on.
                role="switch"
                name={name}
                aria-label={label}
                aria-describedby={`${id}-${name}`}
                autoComplete="off"
                checked={shown[name]}
                onChange={({ currentTarget }) => void preferences.set(name, currentTarget.checked)}
              />
            </label>
          </li>
        ))}
      </ul>
      <SaveNotice notice={isSaved ? 'saved' : null} />
      <FailureAlert failure={useStore(preferences.$failure)} next="/account/" />
    </>
  );
}
