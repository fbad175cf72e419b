import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError, readConfig } from '#lib/server/config.ts';

const key = 'a test key that is thirty-two characters long';
const live = {
  NODE_ENV: 'production',
  SECRET_KEY: key,
  SITE_ORIGIN: 'https://liftoff.example',
  SMS_WEBHOOK_URL: 'https://sms.example/send',
};

function mistakesOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'liftoff-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('the settings of emails', () => {
  const pem = (type: 'rsa' | 'ed25519', modulusLength = 2048) => {
    const pair =
      type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength }) : generateKeyPairSync('ed25519');
    return String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  };
  const ses = { SES_REGION: 'ap-south-1', SES_ACCESS_KEY_ID: 'A', SES_SECRET_ACCESS_KEY: 'B' };

  it('[C-37] sign with an RSA key that may be in one line, and with no other', () => {
    const key2048 = pem('rsa');
    const read = (key: string) => ({ ...live, DKIM_SELECTOR: 'mail2026', DKIM_PRIVATE_KEY: key });
    expect(readConfig(read(key2048.replaceAll('\n', '\\n'))).dkim).toEqual({
      selector: 'mail2026',
      privateKey: key2048,
    });
    for (const key of [pem('rsa', 1024), pem('ed25519'), 'no key'])
      expect(mistakesOf(read(key)).join()).toContain('RSA key of 2,048 bits');
    expect(mistakesOf({ ...read(key2048), DKIM_SELECTOR: 'a.b' }).join()).toContain('DKIM_SELECTOR');
    expect(mistakesOf({ ...live, DKIM_SELECTOR: 'a' }).join()).toContain('Set all of DKIM_SELECTOR');
  });

  it('[C-41] name what half a configuration of Amazon SES lacks', () => {
    expect(readConfig({ ...live, ...ses, EMAIL_PROVIDER: 'ses' })).toMatchObject({
      ...{ emailProvider: 'ses', ses: { region: 'ap-south-1', configurationSet: null }, sesTopicArn: null },
    });
    const mistakes = mistakesOf({
      ...{ ...live, EMAIL_PROVIDER: 'ses', SES_REGION: 'ap-south-1', SES_TOPIC_ARN: 'mail' },
    }).join();
    for (const text of [
      'Set all of SES_REGION',
      'Email by Amazon SES needs',
      'SES_TOPIC_ARN must',
      'needs SES_CONFIGURATION_SET',
    ])
      expect(mistakes).toContain(text);
    expect(mistakesOf({ ...live, ...ses, SES_REGION: 'evil.example/' }).join()).toContain('SES_REGION must');
  });
});

describe('[C-41] DLT_FILE', () => {
  const registration = {
    ...{ entityId: '1101234567890123456', senderId: 'LIFTOF' },
    templates: [{ id: '1107160000000000001', text: 'Released at {#var#}.', msg91: '64f0a1' }],
  };
  const write = (text: string) => {
    const path = join(temporaryFolder(), 'dlt.json');
    writeFileSync(path, text);
    return path;
  };

  it('has what is registered', () => {
    expect(readConfig({ ...live, DLT_FILE: write(JSON.stringify(registration)) }).dlt).toEqual(registration);
    expect(readConfig(live).dlt).toBeNull();
  });

  it('is rejected with a sentence for each mistake', () => {
    expect(mistakesOf({ ...live, DLT_FILE: '/nowhere.json' }).join()).toContain(
      'DLT_FILE must be a JSON file',
    );
    const templates = [
      { id: 'x', text: 'At {#url#}' },
      { id: registration.entityId, text: ' ', msg91: '/' },
    ];
    const mistakes = mistakesOf({ ...live, DLT_FILE: write(JSON.stringify({ senderId: '!', templates })) });
    expect(mistakes).toEqual([
      'DLT_FILE: entityId must be the number of the company at the DLT.',
      'DLT_FILE: senderId must be the registered header, such as LIFTOF.',
      'DLT_FILE: template 1: id must be its number at the DLT.',
      'DLT_FILE: template 1: text may have no other variable than {#var#}.',
      'DLT_FILE: template 2: text must be the registered text.',
      'DLT_FILE: template 2: msg91 must be the id of the template at MSG91.',
    ]);
    expect(mistakesOf({ ...live, MSG91_REPORTS_KEY: 'short' }).join()).toContain('MSG91_REPORTS_KEY');
  });
});

describe('the configuration', () => {
  it('[APP-03] needs nothing in development: port 8000, the embedded database, messages in the inbox', () => {
    const dataDir = temporaryFolder();
    const config = readConfig({ DATA_DIR: dataDir });
    expect(config).toMatchObject({
      isProduction: false,
      port: 8000,
      host: '127.0.0.1',
      siteOrigin: 'http://localhost:8000',
      databaseUrl: null,
      messages: 'inbox',
      secureCookies: false,
    });
  });

  it('creates a secret key once and stores it', () => {
    const dataDir = temporaryFolder();
    const first = readConfig({ DATA_DIR: dataDir }).secretKeys;
    expect(readConfig({ DATA_DIR: dataDir }).secretKeys).toEqual(first);
    expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toBe(first[0]);
  });

  it('derives the keys of certificates from all secret keys unless they are set', () => {
    const { certificateKeys, hasOwnCertificateKeys } = readConfig({
      ...live,
      SECRET_KEY: `${key} new,${key}`,
    });
    expect(certificateKeys).toEqual([
      readConfig({ ...live, SECRET_KEY: `${key} new` }).certificateKeys[0],
      readConfig(live).certificateKeys[0],
    ]);
    expect(hasOwnCertificateKeys).toBe(false);
    const own = Buffer.alloc(32, 1).toString('base64url');
    expect(readConfig({ ...live, CERTIFICATE_KEYS: own })).toMatchObject({
      certificateKeys: [own],
      hasOwnCertificateKeys: true,
    });
  });

  it('[API-52] former origins are other hosts than those of the site, which would redirect to themselves', () => {
    const formerOrigins = ['https://old.example', 'http://older.example:8080'];
    const read = (text: string) => readConfig({ ...live, FORMER_ORIGINS: text }).formerOrigins;
    expect(read(formerOrigins.join(', '))).toEqual(formerOrigins);
    expect(read('')).toEqual([]);
    for (const text of [
      'http://liftoff.example',
      'https://old.example/a/',
      'old.example',
      'https://a@b.example',
    ])
      expect(mistakesOf({ ...live, FORMER_ORIGINS: text })).toEqual([
        expect.stringContaining('FORMER_ORIGINS must list origins'),
      ]);
  });

  it('[C-25] cookies are Secure when the origin is https, whatever a request claims', () => {
    expect(readConfig(live)).toMatchObject({ secureCookies: true, messages: 'live', isProduction: true });
  });

  it.each([
    'http://crm.example/hook',
    'https://10.0.0.5/hook',
    'https://[fd00::1]/hook',
    'https://localhost/hook',
    'https://crm.internal/hook',
    'https://user:secret@crm.example/hook',
  ])('[C-34] leads are not sent to %s', (url) => {
    expect(mistakesOf({ ...live, LEADS_WEBHOOK_URL: url })).toEqual([
      expect.stringMatching(/^LEADS_WEBHOOK_URL must be/),
    ]);
  });

  it.each(['SMS_WEBHOOK_SECRET', 'LEADS_WEBHOOK_SECRET'])('[C-26] %s has a key', (name) => {
    for (const secret of ['short', 'whsec_', 'whsec_!no base64 at all!', 'whsec_c2hvcnQ='])
      expect(mistakesOf({ ...live, [name]: secret })).toEqual([expect.stringContaining(name)]);
    for (const secret of ['a secret of the operator', `whsec_${Buffer.alloc(24, 1).toString('base64')}`])
      expect(mistakesOf({ ...live, [name]: secret })).toEqual([]);
  });

  it('[C-37] the sender of emails is one address', () => {
    expect(readConfig(live).mailFrom).toBe('no-reply@liftoff.example');
    expect(readConfig({ ...live, MAIL_FROM: 'hello@liftoff.example' }).mailFrom).toBe(
      'hello@liftoff.example',
    );
    for (const text of ['Liftoff <hello@liftoff.example>', 'liftoff.example'])
      expect(mistakesOf({ ...live, MAIL_FROM: text })).toEqual(['MAIL_FROM must be one email address.']);
  });

  it('reports every mistake at once, each with a message', () => {
    expect(
      mistakesOf({
        PORT: 'eighty',
        MESSAGES: 'pigeon',
        DATABASE_URL: 'mysql://x',
        TRUSTED_PROXIES: '10.0.0.0/99',
        SITE_ORIGIN: 'liftoff.example',
      }),
    ).toHaveLength(5);
  });

  it.each([
    ['SECRET_KEY', { ...live, SECRET_KEY: '' }],
    ['SECRET_KEY', { ...live, SECRET_KEY: 'short' }],
    ['SITE_ORIGIN', { ...live, SITE_ORIGIN: 'http://liftoff.example' }],
    ['MESSAGES=inbox', { ...live, MESSAGES: 'inbox' }],
    ['SMS_WEBHOOK_URL', { ...live, SMS_WEBHOOK_URL: '' }],
    ['TWILIO_ACCOUNT_SID', { ...live, SMS_PROVIDER: 'twilio' }],
    ['MSG91_AUTH_KEY', { ...live, SMS_PROVIDER: 'msg91' }],
  ])('production does not start: %s', (name, env) => {
    const mistakes = mistakesOf(env);
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toContain(name);
  });

  it.each([
    ['https://liftoff.example', 1],
    ['https://localhost.liftoff.example', 1],
    ['https://localhost:8443', 0],
    ['https://127.0.0.1', 0],
    ['http://192.168.1.20:8000', 0],
  ])(
    '[C-17] an inbox that shows codes is rejected, also without NODE_ENV=isProduction: %s is reported %i times',
    (origin, times) => {
      const development = { SECRET_KEY: key, SITE_ORIGIN: origin };
      for (const env of [development, { ...development, MESSAGES: 'inbox' }]) {
        const mistakes = mistakesOf(env);
        expect(mistakes).toHaveLength(times);
        if (times) expect(mistakes[0]).toContain('MESSAGES=inbox');
      }
    },
  );

  it('[C-08] several keys are for rotation, newest first', () => {
    const older = key.toUpperCase();
    expect(readConfig({ ...live, SECRET_KEY: `${key}, ${older}` }).secretKeys).toEqual([key, older]);
  });

  it('[C-11] the limits of sends can be set', () => {
    expect(readConfig({ ...live, OTP_SENDS_PER_HOUR: '5000' }).limits.otpSendsPerHour).toBe(5000);
    expect(mistakesOf({ ...live, OTP_SENDS_PER_HOUR: '-1' })).toHaveLength(1);
  });
});
