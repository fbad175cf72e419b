import { useStore } from '@nanostores/react';
import { $user, type User } from '#lib/stores/account/user.ts';

interface UnverifiedEmailProps {
  user: User;
  /** Whether a code was sent to the email of `user`. */
  isCodeSent: boolean;
}

/** The email that waits for its code, and the link to the page that takes it. It follows a change further down. [C-22] */
export default function UnverifiedEmail({ user, isCodeSent }: UnverifiedEmailProps) {
  const { email, isEmailVerified } = useStore($user, { ssr: 'initial' }) ?? user;
  if (isEmailVerified)
    return (
      <p>
        <strong className="email-address">{email}</strong> is confirmed.
      </p>
    );
  return (
    <>
      <p>
        {isCodeSent && email === user.email ? 'We sent a code to ' : 'Not confirmed yet: '}
        <strong className="email-address">{email}</strong>.
      </p>
      <p>
        <a className="btn btn-primary" href="/account/verify-email/">
          Confirm email
        </a>
      </p>
    </>
  );
}
