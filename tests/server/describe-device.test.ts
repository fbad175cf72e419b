import { describe, expect, it } from 'vitest';
import { describeDevice } from '#lib/server/auth/describe-device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the name of a device', () => {
  it.each([
    [
      'Chrome on Android',
      'PHONE',
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'Chrome on Android',
      'TABLET',
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/131.0.0.0 Safari/537.36`,
    ],
    [
      'Samsung Internet on Android',
      'PHONE',
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
    ],
    ['Firefox on Android', 'PHONE', 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'],
    [
      'Safari on iPhone',
      'PHONE',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ],
    [
      'Safari on iPad',
      'TABLET',
      'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ],
    [
      'Safari on macOS',
      'COMPUTER',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    ],
    [
      'Microsoft Edge on Windows',
      'COMPUTER',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
    ],
    [
      'Firefox on Linux',
      'COMPUTER',
      'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    ],
    [
      'Chrome on Chrome OS',
      'COMPUTER',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/131.0.0.0 Safari/537.36`,
    ],
  ])('%s (%s)', (device, kind, userAgent) => {
    expect(describeDevice(userAgent)).toEqual({ device, kind });
  });

  it.each([
    '',
    'test browser',
    'curl/8.5.0',
    '<script>alert(1)</script>/1.0 x',
    'You are hacked/1 x',
    '('.repeat(255),
  ])('is Unknown browser for an unknown user agent: %j', (userAgent) => {
    expect(describeDevice(userAgent)).toEqual({ device: 'Unknown browser', kind: 'UNKNOWN' });
  });
});
