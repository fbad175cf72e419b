import { expect, it } from 'vitest';
import { certificateStatusOn } from '#lib/domain/certificates/certificate.ts';
import { describeCertificatePage } from '#lib/domain/certificates/certificate-text.ts';
import { describeIdFinding, findLinkHost } from '#lib/domain/certificates/credentials/id-finding.ts';
import { attributedPath, linkedInAddUrl, whatsAppShareUrl } from '#lib/domain/certificates/share-links.ts';
import {
  createShortId,
  findShortId,
  formatShortId,
  parseShortId,
  shortIdAlphabet,
} from '#lib/domain/certificates/short-id.ts';

it('[API-52] an id has 12 characters of an alphabet without look-alikes, and each can come up', () => {
  expect(shortIdAlphabet).not.toMatch(/[01AEILOU]/);
  expect(new Set(shortIdAlphabet).size).toBe(28);
  expect(createShortId(() => 0)).toBe('222222222222');
  expect(createShortId((below) => below - 1)).toBe('ZZZZZZZZZZZZ');
});

it.each([
  ['k7tq-m4xw hn2c', 'K7TQM4XWHN2C'],
  ['K7TQM4XWHN2C', 'K7TQM4XWHN2C'],
  ['K7TQM4XWHN2', null],
  ['K7TQM4XWHN2O', null],
  ['', null],
])('[API-52] %j is the id %s', (text, id) => {
  expect(parseShortId(text)).toBe(id);
});

it('[API-52] an id is found in a pasted address, and is shown in groups of four', () => {
  expect(findShortId('https://old.example/certificates/K7TQM4XWHN2C/?utm_source=x')).toBe('K7TQM4XWHN2C');
  expect(findShortId('https://liftoff.example/events/K7TQM4XWHN2C/')).toBeNull();
  expect(formatShortId('K7TQM4XWHN2C')).toBe('K7TQ M4XW HN2C');
});

it.each([
  ['DRAFT', false, null, null],
  ['ISSUED', false, null, 'ISSUED'],
  ['ISSUED', false, '2026-07-03', 'ISSUED'],
  ['ISSUED', false, '2026-07-02', 'EXPIRED'],
  ['REVOKED', false, '2026-07-02', 'REVOKED'],
  ['REPLACED', false, null, 'REPLACED'],
  ['REVOKED', true, null, 'HIDDEN'],
] as const)(
  '[API-52] %s, hidden %s, valid until %s: the public sees %s',
  (status, isHidden, expiresOn, seen) => {
    expect(certificateStatusOn({ status, isHidden, expiresOn }, '2026-07-03')).toBe(seen);
  },
);

const shared = {
  ...{ shortUuid: 'K7TQM4XWHN2C', title: 'Career Accelerator', holderName: 'Asha', issuedOn: '2026-07-03' },
  ...{ expiresOn: '2028-07-02', issuerName: 'Liftoff', url: 'https://x.example/certificates/K7TQM4XWHN2C/' },
};

it('[API-52] LinkedIn gets the name, the organisation, the months, the id and the address', () => {
  const { searchParams } = new URL(linkedInAddUrl(shared));
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ startTask: 'CERTIFICATION_NAME', name: 'Career Accelerator', organizationName: 'Liftoff' },
    ...{ issueYear: '2026', issueMonth: '7', expirationYear: '2028', expirationMonth: '7' },
    ...{ certId: 'K7TQM4XWHN2C', certUrl: shared.url },
  });
  expect(linkedInAddUrl({ ...shared, expiresOn: null })).not.toContain('expiration');
  expect(new URL(whatsAppShareUrl(shared)).searchParams.get('text')).toContain(shared.url);
});

it('[API-52] [TRACK-01] a visit from a certificate is attributed to it, and the description fits search results', () => {
  expect(attributedPath('/programs/', 'K7TQM4XWHN2C')).toBe(
    '/programs/?utm_source=certificate&utm_medium=referral&utm_campaign=certificates&utm_content=K7TQM4XWHN2C',
  );
  const text = describeCertificatePage({
    ...{ status: 'ISSUED', shortUuid: 'K7TQM4XWHN2C', kind: 'PARTICIPATION', issuedOn: '2026-07-03' },
    issuer: { name: 'Liftoff' },
  });
  expect(text).toBe(
    'Valid certificate of participation, issued by Liftoff on 3 Jul 2026. Check it here. Id K7TQ M4XW HN2C.',
  );
  expect(text.length).toBeLessThan(160);
});

it.each([
  ['https://liftoff.example/certificates/K7TQM4XWHN2C/', 'liftoff.example'],
  ['liftoff.example/certificates/K7TQM4XWHN2C/', 'liftoff.example'],
  ['https://liftoff.example@evil.example/certificates/K7TQM4XWHN2C', 'evil.example'],
  ['https://LIFTOFF.example:8443/certificates/K7TQM4XWHN2C', 'liftoff.example:8443'],
  ['//evil.example/certificates/K7TQM4XWHN2C', 'evil.example'],
  ['Check the certificate: https://evil.example/certificates/K7TQM4XWHN2C/', 'evil.example'],
  ['Certificate:https://Liftoff.example/certificates/K7TQM4XWHN2C/ (Asha)', 'liftoff.example'],
  ['https://evil.example/https://liftoff.example/certificates/K7TQM4XWHN2C/', 'evil.example'],
  ['evil.example/https://liftoff.example/certificates/K7TQM4XWHN2C/', 'evil.example'],
  ['Open evil.example /certificates/K7TQM4XWHN2C/', 'an unknown address'],
  ['https://evil example/certificates/K7TQM4XWHN2C/', 'example'],
  ['K7TQ M4XW HN2C', null],
  ['/certificates/K7TQM4XWHN2C/', null],
])('[API-52] the host of %j is %s', (text, host) => {
  expect(findLinkHost(text)).toBe(host);
});

const checked = {
  ...{ shortUuid: 'K7TQM4XWHN2C', holderName: 'Asha', title: 'Career Accelerator', issuedOn: '2026-07-03' },
  ...{ expiresOn: null, revokedOn: null, revocationReason: null, replacedByShortUuid: null },
};

it('[API-52] every check of an id says what it could not know, and a link of another site is never called good', () => {
  for (const outcome of ['VALID', 'EXPIRED', 'REVOKED', 'REPLACED', 'HIDDEN'] as const) {
    const known = { outcome, certificate: { ...checked, holderName: outcome === 'HIDDEN' ? null : 'Asha' } };
    const { tone, limits } = describeIdFinding({ ...known, foreignHost: null });
    expect([tone === 'good', limits.length]).toEqual([outcome === 'VALID', 2]);
    expect(limits.join().includes('Asha')).toBe(outcome !== 'HIDDEN');
    const foreign = describeIdFinding({ ...known, foreignHost: 'evil.example' });
    expect(foreign.tone).not.toBe('good');
    expect(foreign.limits[0]).toContain('evil.example, which is not a site of Liftoff');
  }
  expect(describeIdFinding({ outcome: 'UNKNOWN', foreignHost: null }).limits[0]).toContain('copied');
});
