import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
import type { DeviceKind } from '#lib/domain/auth/devices.ts';

/** The description of a browser in the list of sessions. */
export interface Device {
  device: string;
  kind: DeviceKind;
}

const browsers = new Set(Object.values(BROWSER_MAP));
const systems = new Set(Object.values(OS_MAP));
const kinds: Record<string, DeviceKind> = { mobile: 'PHONE', tablet: 'TABLET', desktop: 'COMPUTER' };
const unknown: Device = { device: 'Unknown browser', kind: 'UNKNOWN' };

/** Returns a name such as `Chrome on Android`. Only names from the library's lists are shown, never the client's own text. */
export function describeDevice(userAgent: string): Device {
  if (!userAgent) return unknown;
  const { browser, os, platform } = parse(userAgent);
  const browserName = known(browsers, browser.name)?.replace(/ for .*/, '');
  const systemName = os.name === 'iOS' ? iosDevice(platform.model) : known(systems, os.name);
  const names = [browserName, systemName].filter(Boolean);
  if (!names.length) return unknown;
  // Bowser has no platform type for a Chromebook.
  const kind = os.name === 'Chrome OS' ? 'COMPUTER' : (kinds[platform.type ?? ''] ?? 'UNKNOWN');
  return { device: names.join(' on '), kind };
}

const known = (names: ReadonlySet<string>, name = '') => (names.has(name) ? name : undefined);

const iosDevice = (model = '') => (/^(iPhone|iPad|iPod)$/.test(model) ? model : 'iOS');
