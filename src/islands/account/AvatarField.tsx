import { useStore } from '@nanostores/react';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { pictureTypes } from '#lib/domain/media/media.ts';
import { createAvatar } from '#lib/stores/account/avatar.ts';
import { $user, followAvatar, type User } from '#lib/stores/account/user.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { useDrop } from '../ui/use-drop.ts';
import { AvatarCrop } from './AvatarCrop.tsx';
import { SaveNotice } from './SaveNotice.tsx';

interface AvatarFieldProps {
  user: User;
  noun?: 'picture' | 'photo';
  /** Shown below the name in place of the email. */
  caption?: string;
  /** The page to open after the person has logged in again. */
  next?: string;
}

/** The person's name and picture, with buttons to change and remove the picture. A removal can be undone. [USER-01, USER-02] */
export default function AvatarField({
  user,
  noun = 'picture',
  caption,
  next = '/account/',
}: AvatarFieldProps) {
  const [avatar] = useState(createAvatar);
  const person = useStore($user, { ssr: 'initial' }) ?? user;
  const step = useStore(avatar.$step);
  const picture = useStore(avatar.$picture);
  const notice = useStore(avatar.$notice);
  const failure = useStore(avatar.$failure);
  const [isReady, setReady] = useState(false);
  const drop = useDrop((file) => void avatar.choose(file));
  const input = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const hint = useId();
  useEffect(() => setReady(true), []);
  useEffect(followAvatar, []);

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    void avatar.choose(currentTarget.files?.[0]);
    // Without this, choosing the same file again would fire no event.
    currentTarget.value = '';
  }

  /** The pressed button is gone afterwards; the focus moves to one that is enabled after the next render. */
  async function runAndFocus(change: () => Promise<void>): Promise<void> {
    await change();
    requestAnimationFrame(() => chooseButton.current?.focus());
  }

  return (
    <>
      <div className="avatar-field" {...drop}>
        <div className="account-person">
          <Avatar name={person.name} avatar={person.avatar} size="xl" />
          <p>
            <strong>{person.name}</strong>
            <span>{caption ?? <BreakableEmail email={person.email} />}</span>
          </p>
        </div>
        <div className="account-actions">
          <input
            ref={input}
            type="file"
            accept={pictureTypes.join()}
            hidden
            tabIndex={-1}
            onChange={choose}
          />
          <Button
            ref={chooseButton}
            look="secondary"
            size="sm"
            disabled={!isReady}
            isLoading={step === 'opening'}
            aria-describedby={hint}
            data-avatar-choose=""
            onClick={() => input.current?.click()}
          >
            {person.avatar ? `Change ${noun}` : `Add a ${noun}`}
          </Button>
          {person.avatar && (
            <Button
              look="quiet"
              size="sm"
              disabled={!isReady}
              isLoading={step === 'removing'}
              aria-label={`Remove ${noun}`}
              onClick={() => void runAndFocus(() => avatar.remove(person.avatar))}
            >
              Remove
            </Button>
          )}
          {notice === 'removed' && !person.avatar && (
            <Button look="quiet" size="sm" onClick={() => void runAndFocus(avatar.undoRemoval)}>
              Undo removal
            </Button>
          )}
        </div>
        <p className="account-note" id={hint}>
          JPEG, PNG or WebP. <span className="avatar-drop-hint">You can drop one here, too.</span>
        </p>
        <SaveNotice notice={notice} />
        {!picture && <FailureAlert failure={failure} next={next} />}
      </div>
      <AvatarCrop avatar={avatar} next={next} />
    </>
  );
}

/** An email that breaks after its @ where the line is too short, before any of its letters is cut off. */
function BreakableEmail({ email }: { email: string }) {
  const at = email.indexOf('@') + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
