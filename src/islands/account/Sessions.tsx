import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { createSessionsStore, type SignedInDevice } from '#lib/stores/account/sessions.ts';
import { $user, type User } from '#lib/stores/account/user.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { Device } from './Device.tsx';
import { SignOutElsewhere } from './SignOutElsewhere.tsx';

interface SessionsProps {
  user: User;
  devices: readonly SignedInDevice[];
  /** The time at which the page was rendered: server and browser must agree on the meaning of "today". */
  now: string;
}

/** The devices on which the person is signed in, with buttons to sign out. [C-20] */
export default function Sessions({ user, devices, now }: SessionsProps) {
  const [sessions] = useState(() => createSessionsStore(devices));
  const shown = useStore(sessions.$devices);
  const ending = useStore(sessions.$ending);
  const isLoading = useStore(sessions.$isLoading);
  const person = useStore($user, { ssr: 'initial' }) ?? user;
  const list = useRef<HTMLUListElement>(null);
  const others = shown.filter(({ isCurrent }) => !isCurrent);

  useEffect(() => sessions.reloadOnPhoneChange(), [sessions]);

  /** Focuses the list after the pressed button is gone. */
  async function thenFocusList(done: Promise<boolean>): Promise<void> {
    if (await done) list.current?.focus();
  }

  return (
    <>
      <ul ref={list} className="account-list" aria-label="Devices" aria-busy={isLoading} tabIndex={-1}>
        {shown.map((device) => (
          <Device
            key={device.id}
            device={device}
            now={new Date(now)}
            timeZone={person.timeZone}
            isEnding={ending.includes(device.isCurrent ? 'this' : device.id)}
            onEnd={() =>
              device.isCurrent
                ? void sessions.logOut().then((isOut) => isOut && location.reload())
                : void thenFocusList(sessions.end(device))
            }
          />
        ))}
      </ul>
      {others.length === 0 && <p className="account-note">You are not logged in anywhere else.</p>}
      {others.length > 0 && (
        <SignOutElsewhere
          count={others.length}
          isEnding={ending.includes('others')}
          onConfirm={() => thenFocusList(sessions.endOthers())}
        />
      )}
      <p className="account-notice" role="status">
        {isLoading ? 'Loading the list…' : useStore(sessions.$successMessage)}
      </p>
      <FailureAlert failure={useStore(sessions.$failure)} next="/account/" />
      {useStore(sessions.$isStale) && (
        <Button look="secondary" size="sm" isLoading={isLoading} onClick={() => void sessions.load()}>
          Load the list again
        </Button>
      )}
    </>
  );
}
