import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { findCountry } from '#lib/domain/core/countries.ts';
import { createPhone } from '#lib/stores/account/account.ts';
import type { User } from '#lib/stores/account/user.ts';

/** The page shows the result by itself: it need not be drawn again, nor go anywhere. */
const staying = { 'data-auth-product': 'moonshot', 'data-auth-next': '' };

/** C-22, C-23: the number, whether it is proven, and the ways to prove or change it. The opener takes the presses. */
export default function Phone({ user }: { user: User }) {
  const [{ $phone, first }] = useState(() => {
    const $phone = createPhone(user);
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
        {isNew &&
          !unproven &&
          proven &&
          `Your number is now ${numberText(proven)}. Other devices are signed out.`}
      </p>
      <div className="account-actions">
        {unproven && (
          <a
            className="btn btn-primary"
            href="?auth=verify&product=moonshot"
            data-auth-intent="VERIFY_PHONE"
            {...staying}
          >
            Verify your number
          </a>
        )}
        <a
          className="btn btn-secondary"
          href="?auth=change&product=moonshot"
          data-auth-intent="CHANGE_PHONE"
          {...staying}
        >
          Change phone number
        </a>
      </div>
    </div>
  );
}

function explanation(proven: User | null, unproven: User | null): string {
  if (proven && unproven)
    return `Your number changes once you enter the OTP that we sent to ${numberText(unproven)}. Until then you log in with ${numberText(proven)}.`;
  if (proven) return 'You log in with this number, and employers reach you on it.';
  return 'We send you an OTP to make sure that this number is yours. Then you can apply for jobs and log in on other devices. Unverified accounts are removed after 3 days.';
}

function numberText({ countryIsoCode, phone }: User): string {
  return [findCountry(countryIsoCode)?.callingCode, phone].filter(Boolean).join(' ');
}
