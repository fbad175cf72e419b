import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '#lib/contract/index.ts';
import { readConfig } from '#lib/server/config.ts';
import { openEmbedded } from '#lib/server/db/embedded.ts';
import { migrate, openDatabase } from '#lib/server/db/index.ts';
import { mediaImageSource } from '#lib/server/media/image-source.ts';
import { openImages } from '../../images/support.ts';
import { createTestApi, type TestApi } from '../../support/api.ts';
import { type Person, signUpVerified } from '../../support/auth/people.ts';
import { mountSmallDisk, type SmallDisk } from '../../support/full-disk.ts';
import { createPlainPicture } from '../../support/media/pictures.ts';
import { upload } from '../../support/media/upload.ts';
import { isSoak } from '../../support/soak.ts';
import { waitFor } from '../../support/wait-for.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const disk = mountSmallDisk(160);
if (!disk)
  console.log('This machine mounts no disk in memory, so ENOSPC is injected at the media store only.');

const outage = { status: 503, body: { error_code: 'SERVICE_UNAVAILABLE', retry_after: 5, field_errors: {} } };

describe.runIf(disk)('on a full disk', () => {
  const { folder, fill, free, remove } = disk ?? ({} as SmallDisk);
  let opened: Awaited<ReturnType<typeof openEmbedded>>;
  let test: TestApi;
  let person: Person;
  const picture = createPlainPicture(300, 200).png().toBuffer();
  /** Counts the people who fill the disk, so that no two have the same number. */
  let people = 1000;

  beforeAll(async () => {
    opened = await openEmbedded(folder, { checkMs: 20 });
    await migrate(opened.db);
    test = createTestApi(opened.db, folder);
    person = await signUpVerified(test);
  });
  afterAll(async () => {
    free();
    await test.messages.close();
    await opened.close();
    remove();
  });

  const register = (n: number) =>
    test.visitor().call('POST /api/v3/auth/register/', {
      first_name: 'Asha',
      email: `full-${n}@example.com`,
      country_iso_code: 'IN',
      phone: `98${10_000_000 + n}`,
    });
  const registered = async () =>
    (await test.db.selectFrom('appUser').select('email').where('email', 'like', 'full-%').execute()).length;
  const filesIn = (name: string) =>
    existsSync(join(folder, name)) ? readdirSync(join(folder, name), { recursive: true }) : [];
  /** Fills the disk until the database has used its reserve, and then the space of that. */
  const fillUp = async () => {
    fill();
    let accepted = 0;
    while ((await register(people++)).status === 200) accepted += 1;
    fill();
    return accepted;
  };

  it('[C-40] a write is a 503 with Retry-After, nothing of it is stored, and it succeeds once there is space', async () => {
    const before = await registered();
    const accepted = await fillUp();
    const rejected = await register(1);
    expect(rejected).toMatchObject(outage);
    expect(rejected.headers.get('retry-after')).toBe('5');
    expect(await registered()).toBe(before + accepted);
    const { status, body } = await person.visitor.call('GET /api/v3/user/');
    expect([status, body.user.email]).toEqual([200, person.email]);

    free();
    await waitFor(async () => expect((await register(1)).status).toBe(200));
    expect(await registered()).toBe(before + accepted + 1);
    await signUpVerified(test);
  });

  it('[C-32] an upload is a 503 and leaves no file behind', async () => {
    await fillUp();
    expect(await upload(person.visitor, { bytes: await picture })).toMatchObject(outage);
    expect([...filesIn('uploads'), ...filesIn('media')]).toEqual([]);
    free();
    await waitFor(async () =>
      expect((await upload(person.visitor, { bytes: await picture })).status).toBe(200),
    );
  });

  it('[IMG-01] pictures are shown when their cache has no space, and cached once it has', async () => {
    const { body } = await upload(person.visitor, { bytes: await picture });
    const cache = join(folder, 'images');
    const { ask } = openImages(mediaImageSource(test.db, test.mediaStore), { folder: cache });
    fill();
    expect((await ask(`/images/height/240/${body.source}`)).status).toBe(200);
    expect(readdirSync(cache)).toEqual([]);
    free();
    expect((await ask(`/images/height/240/${body.source}`)).status).toBe(200);
    expect(readdirSync(cache)).toHaveLength(1);
  });

  it('[C-40] no endpoint fails with a 500', async () => {
    await fillUp();
    const writes = Object.keys(contract).filter((key) => !key.startsWith('GET'));
    for (const key of isSoak ? writes : writes.filter((_, index) => index % 8 === 0)) {
      const path = key.replace(/\{\w+\}/g, '01900000-0000-7000-8000-000000000000');
      const { status, body } = await person.visitor.call(path, {});
      expect([400, 401, 403, 404, 409, 411, 413, 415, 503], `${key}: ${JSON.stringify(body)}`).toContain(
        status,
      );
    }
    free();
    await waitFor(async () => expect((await register(2)).status).toBe(200));
  });

  it('a start is rejected with a sentence, and leaves neither a database nor a key that is cut off', async () => {
    const dataDir = join(folder, 'second');
    mkdirSync(dataDir);
    fill();
    await expect(openDatabase({ dataDir, databaseUrl: null })).rejects.toThrow(
      'The disk of DATA_DIR is full. Free at least 32 MB there, then start again.',
    );
    expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(/ENOSPC/);
    expect(readdirSync(dataDir)).not.toContain('secret-key');
    free();
  });

  it('[C-40] a log on it loses lines, and the process goes on', () => {
    const file = join(folder, 'log.txt');
    const output = openSync(file, 'w');
    fill();
    const script = `import { createLog } from '#lib/server/log.ts';
      import { rmSync } from 'node:fs';
      const log = createLog();
      for (let n = 0; n < 9; n += 1) log.info('x'.repeat(5000));
      rmSync(${JSON.stringify(join(folder, 'filler'))});
      log.info('there is space again');`;
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
    const { status } = spawnSync(process.execPath, args, {
      stdio: ['ignore', output, 'inherit'],
      timeout: 20_000,
    });
    expect(status).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('there is space again');
  });
});
