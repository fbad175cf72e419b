import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { findCountry } from '#lib/domain/core/countries.ts';
import { createPhoneStatus } from '#lib/stores/account/account.ts';
import type { User } from '#lib/stores/account/user.ts';

/** The island updates itself after the modal closes, so the modal neither reloads the page nor leaves it. */
const stayOnPage = { 'data-auth-next': '' };

/** The number, whether it is verified, and the links to verify or change it, which auth-opener.client.ts handles. [C-22, C-23] */
export default function Phone({ user }: { user: User }) {
  const [{ $phone, first }] = useState(() => {
    const $phone = createPhoneStatus(user);
    return { $phone, first: $phone.get() };
  });
  const { proven, unproven, isNew } = useStore($phone, { ssr: () => first });
  return (
    <div className="account-phone">
      {proven && (
        <p className="account-number">
          <strong>{numberText(proven)}</strong> <span className="badge badge-success">Verified</span>
        </p>
      )}
      {unproven && (
        <p className="account-number">
          <strong>{numberText(unproven)}</strong> <span className="badge badge-warning">Not verified</span>
        </p>
      )}
      <p className="text-ink-muted">{explanation(proven, unproven)}</p>
      <p className="account-notice" role="status">
        {isNew && !unproven && proven && changedText(proven, user)}
      </p>
      <div className="account-actions">
        {unproven && (
          <a className="btn btn-primary" href="?auth=verify" data-auth-intent="VERIFY_PHONE" {...stayOnPage}>
            Verify your number
          </a>
        )}
        <a className="btn btn-secondary" href="?auth=change" data-auth-intent="CHANGE_PHONE" {...stayOnPage}>
          Change phone number
        </a>
      </div>
    </div>
  );
}

function explanation(proven: User | null, unproven: User | null): string {
  if (proven && unproven)
    return `Your number changes once you enter an OTP that we send to ${numberText(unproven)}. Until then you log in with ${numberText(proven)}, and our SMS and calls go to it.`;
  if (proven) return 'You log in with this number. Our SMS and calls go to it.';
  return 'Enter the OTP that we send to this number. Then you can apply for jobs and log in on other devices. We delete unverified accounts after 3 days.';
}

/** Returns what has happened: of a number that was never verified, nobody is notified. [C-23] */
function changedText(proven: User, before: User): string {
  const text = `Your number is now ${numberText(proven)}. Log in with it from now on. Other devices are logged out.`;
  return before.isPhoneVerified ? `${text} Your old number gets an SMS about the change.` : text;
}

/** `+91 98111 22233` */
function numberText({ countryIsoCode, phone }: User): string {
  const grouped = countryIsoCode === 'IN' ? phone?.replace(/^(\d{5})(\d{5})$/, '$1 $2') : phone;
  return [findCountry(countryIsoCode)?.callingCode, grouped].filter(Boolean).join(' ');
}
