import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { kindLabels, switchWording } from '#lib/domain/account/notification-preferences.ts';
import { createPreferencesStore, type PreferenceName } from '#lib/stores/account/notification-preferences.ts';
import type { User } from '#lib/stores/account/user.ts';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { SaveNotice } from './SaveNotice.tsx';

const kinds = [
  { kind: 'reminders', note: 'Before interviews, trainings and deadlines.' },
  { kind: 'updates', note: 'When something changes on your applications and seats.' },
] as const;

const channelNames = { email: 'Email', sms: 'SMS', whatsapp: 'WhatsApp' } as const;

interface NotificationsProps {
  user: User;
  /** Whether the site can write by WhatsApp. */
  hasWhatsApp: boolean;
}

/** The notification preferences; each switch is saved at once. */
export default function Notifications({ user, hasWhatsApp }: NotificationsProps) {
  const channels = ['email', 'sms', ...(hasWhatsApp ? (['whatsapp'] as const) : [])] as const;
  const [preferences] = useState(() => createPreferencesStore(user));
  const shown = useStore(preferences.$shown);
  const isSaved = useStore(preferences.$isSaved);
  const list = useRef<HTMLDivElement>(null);
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
      <div ref={list} className="preference-groups">
        {kinds.map(({ kind, note }) => (
          <fieldset key={kind} aria-describedby={`${id}-${kind}`}>
            <legend className="switch-label">{kindLabels[kind]}</legend>
            <p className="account-note" id={`${id}-${kind}`}>
              {note}
            </p>
            {channels.map((channel) => {
              const name: PreferenceName = `${kind}.${channel}`;
              return (
                <label key={channel} className="switch-row">
                  <span aria-hidden="true">{channelNames[channel]}</span>
                  <input
                    className="switch"
                    type="checkbox"
                    // biome-ignore lint/a11y/useAriaPropsForRole: a real checkbox says by itself whether it is on.
                    role="switch"
                    name={name}
                    aria-label={switchWording(kind, channel)}
                    autoComplete="off"
                    checked={shown[name]}
                    onChange={({ currentTarget }) => void preferences.set(name, currentTarget.checked)}
                  />
                </label>
              );
            })}
          </fieldset>
        ))}
      </div>
      <SaveNotice notice={isSaved ? 'saved' : null} />
      <FailureAlert failure={useStore(preferences.$failure)} next="/account/" />
    </>
  );
}
