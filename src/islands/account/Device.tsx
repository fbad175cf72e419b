import { useId } from 'react';
import type { DeviceKind } from '#lib/domain/auth/devices.ts';
import { lastSeenText } from '#lib/domain/auth/last-seen.ts';
import { dateText } from '#lib/domain/core/time-text.ts';
import type { SignedInDevice } from '#lib/stores/account/sessions.ts';
import { Button } from '../ui/Button.tsx';

interface DeviceProps {
  device: SignedInDevice;
  now: Date;
  timeZone: string;
  isEnding: boolean;
  onEnd: () => void;
}

/** One signed-in device of the list. */
export function Device({ device, now, timeZone, isEnding, onEnd }: DeviceProps) {
  const id = useId();
  const since = dateText(new Date(device.createdAt), timeZone);
  return (
    <li className="device" aria-current={device.isCurrent || undefined}>
      <DeviceIcon kind={device.kind} />
      <p className="device-text">
        <span className="device-name">
          <strong>{device.device}</strong>
          {device.isCurrent && <span className="badge badge-accent">This device</span>}
        </span>
        <span className="account-note" id={id}>
          {device.isCurrent ? 'Active now' : lastSeenText(new Date(device.lastSeenAt), now, timeZone)}{' '}
          <span className="device-since">Logged in on {since}</span>
        </span>
      </p>
      <Button
        look="secondary"
        size="sm"
        isLoading={isEnding}
        aria-label={device.isCurrent ? 'Log out' : `Log out ${device.device}`}
        aria-describedby={id}
        onClick={onEnd}
      >
        {'Log out'}
      </Button>
    </li>
  );
}

const shapes: Record<DeviceKind, string> = {
  PHONE:
    'M8.5 2.75h7a1.75 1.75 0 0 1 1.75 1.75v15a1.75 1.75 0 0 1-1.75 1.75h-7a1.75 1.75 0 0 1-1.75-1.75v-15A1.75 1.75 0 0 1 8.5 2.75ZM11 18.25h2',
  TABLET:
    'M6 2.75h12a1.75 1.75 0 0 1 1.75 1.75v15A1.75 1.75 0 0 1 18 21.25H6a1.75 1.75 0 0 1-1.75-1.75v-15A1.75 1.75 0 0 1 6 2.75ZM11 18.25h2',
  COMPUTER: 'M5 4.75h14a1.25 1.25 0 0 1 1.25 1.25v9.25H3.75V6A1.25 1.25 0 0 1 5 4.75ZM2.25 18.75h19.5',
  UNKNOWN:
    'M12 3.25a8.75 8.75 0 1 1 0 17.5 8.75 8.75 0 0 1 0-17.5ZM9.75 9.75a2.25 2.25 0 1 1 3.4 1.95c-.75.45-1.15.9-1.15 1.8M12 16.4v.1',
};

function DeviceIcon({ kind }: { kind: DeviceKind }) {
  return (
    <svg className="device-icon" aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor">
      <path d={shapes[kind]} strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
