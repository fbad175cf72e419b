import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkFile } from './support/source/file-rules.ts';
import { findMissingSpaces } from './support/source/markup-rules.ts';
import { checkNames } from './support/source/replaced-names.ts';
import { listSources } from './support/source/sources.ts';
import { checkCircles, checkFolders, checkFragments, checkServerRooms } from './support/source/tree-rules.ts';

const paths = [...listSources('src'), ...listSources('tests'), ...listSources('scripts'), 'server.mjs'];
const tree = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
const checkAll = (check: (path: string, source: string) => string[]) =>
  [...tree].flatMap(([path, source]) => check(path, source)).join('\n');

describe('the architecture holds', () => {
  test('in every file: who may import whom, and how large a file may be', () => {
    expect(checkAll(checkFile)).toBe('');
  });

  test.each([
    ['no folder is crowded', checkFolders],
    ['no files import each other in a circle, types included', checkCircles],
    ['no two rooms of the server import each other', checkServerRooms],
    ['few files are fragments', checkFragments],
  ])('%s', (_, check) => {
    expect(check(tree).join('\n')).toBe('');
  });

  test('no replaced name comes back', () => {
    expect(checkAll(checkNames)).toBe('');
  });

  test('no page shows two words without the space between them', () => {
    const pages = [...tree].filter(([path]) => path.endsWith('.astro'));
    expect(pages.flatMap(([path, source]) => findMissingSpaces(path, source)).join('\n')).toBe('');
  });

  test('the rules read the whole tree', () => {
    expect(paths.filter((path) => path.startsWith('src/')).length).toBeGreaterThan(500);
  });
});

describe('each rule can fail', () => {
  const samples: [path: string, source: string, sentence: RegExp][] = [
    ['src/lib/domain/phone.ts', "import { z } from 'zod';", /domain is pure/],
    ['src/lib/domain/phone.ts', "import { config } from '#lib/server/config.ts';", /domain is pure/],
    ['src/lib/contract/auth/auth.ts', "import pg from 'pg';", /contract describes the wire/],
    [
      'src/islands/auth-modal/Modal.tsx',
      "import { db } from '#lib/server/db/index.ts';",
      /never reaches the browser/,
    ],
    [
      'src/lib/stores/account/user.ts',
      "import type { Db } from '#lib/server/db/index.ts';",
      /never reaches the browser/,
    ],
    [
      'src/layouts/parts/auth/auth-opener.client.ts',
      "import type { Db } from '#lib/server/db/index.ts';",
      /never reaches the browser/,
    ],
    [
      'src/lib/stores/account/user.ts',
      "import { auth } from '#lib/contract/auth/auth.ts';",
      /take only core\/fields\.ts/,
    ],
    [
      'src/lib/stores/leads/callback-form.ts',
      "import { callbackTopic } from '#lib/contract/leads/lead-schemas.ts';",
      /take only core\/fields\.ts/,
    ],
    [
      'src/lib/stores/account/user.ts',
      "import { newField } from '#lib/contract/account/account-fields.ts';",
      /take only core\/fields\.ts/,
    ],
    [
      'src/lib/client/api.ts',
      "const { auth } = await import('#lib/contract/auth/auth.ts');",
      /take only core\/fields\.ts/,
    ],
    [
      'src/pages/index.astro',
      "---\nimport { $user } from '#lib/stores/account/user.ts';\n---\n<p />",
      /next visitor/,
    ],
    [
      'src/layouts/Base.astro',
      "---\nimport { $user } from '#lib/stores/account/user.ts';\n---\n<p />",
      /next visitor/,
    ],
    ['src/islands/ui/Button.tsx', "import { $user } from '#lib/stores/account/user.ts';", /islands\/ui/],
    ['src/islands/brochure-form/Form.tsx', "await fetch('/api/v1/x/');", /store action/],
    ['src/lib/server/auth/session.ts', 'const secret = process.env.SECRET_KEY;', /server\/config\.ts/],
    ['src/lib/server/auth/session.ts', "import { Pool } from 'pg';", /server\/db/],
    [
      'src/lib/server/hiring/seats.ts',
      'await work.messages.queue(trx, sms);',
      /asks the person's preferences/,
    ],
    ['src/lib/stores/account/user.ts', "import { ofetch } from 'ofetch';", /client\/api/],
    [
      'src/lib/server/account/user.ts',
      "import { toSnake } from '#lib/domain/core/casing.ts';",
      /ends of the wire/,
    ],
    ['src/lib/server/account/user.ts', "import { x } from './missing-extension';", /real file ending/],
    ['src/lib/server/account/user.ts', 'x\n'.repeat(251), /251 lines/],
    ['tests/api/account/user.test.ts', 'x\n'.repeat(401), /401 lines/],
    ['src/pages/index.astro', 'x\n'.repeat(60), /60 lines; a page has under 60/],
    ['src/lib/utils.ts', '', /say nothing/],
    [
      'src/lib/server/http/serve.ts',
      "import { findSession } from '#lib/server/auth/session.ts';",
      /plumbing of the server knows no noun/,
    ],
    [
      'src/lib/server/messages/index.ts',
      "import type { Runtime } from '#lib/server/runtime.ts';",
      /plumbing of the server knows no noun/,
    ],
    [
      'src/lib/server/hiring/jobs/find-jobs.ts',
      "import { seedJobs } from '#lib/server/demo/jobs.ts';",
      /no noun uses them/,
    ],
    [
      'src/lib/server/media/handlers.ts',
      "import type { Session } from '../auth/session.ts';",
      /media must not use auth/,
    ],
    [
      'src/lib/domain/portfolio/portfolio.ts',
      "import { skills } from '#lib/domain/hiring/jobs/job.ts';",
      /portfolio must not use hiring/,
    ],
    [
      'src/lib/contract/hiring/jobs.ts',
      "import type { StaffJob } from '#lib/contract/staff/staff-jobs.ts';",
      /hiring must not use staff/,
    ],
    [
      'src/lib/stores/core/failure.ts',
      "import { invalidateUser } from '#lib/stores/account/user.ts';",
      /core must not use account/,
    ],
    [
      'src/lib/client/core/api.ts',
      "import type { Media } from '../media/upload.ts';",
      /core must not use media/,
    ],
    [
      'src/lib/domain/core/text.ts',
      "import { jobSlug } from '../hiring/jobs/job.ts';",
      /core must not use hiring/,
    ],
    [
      'src/lib/contract/core/list.ts',
      "import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';",
      /core must not use portfolio/,
    ],
    [
      'src/lib/server/account/user.ts',
      "import { findSession } from '../auth/session.ts';",
      /account must not use auth/,
    ],
    ['src/islands/account/Avatar.tsx', "import { x } from '../../../lib/x.ts';", /climbs three folders/],
  ];
  test.each(samples)('%s', (path, source, sentence) => {
    expect(checkFile(path, source).join('\n')).toMatch(sentence);
  });

  const allowed: [path: string, source: string][] = [
    ['src/lib/stores/account/user.ts', "import type { Contract } from '#lib/contract/index.ts';"],
    ['src/lib/stores/core/form.ts', "import { email } from '#lib/contract/core/fields.ts';"],
    [
      'src/lib/stores/leads/callback-form.ts',
      "import { callbackMessage } from '#lib/contract/leads/callback-fields.ts';",
    ],
    ['src/lib/domain/phone.ts', "import { countries } from './countries.ts';"],
    ['src/pages/index.astro', "---\nimport Modal from '../islands/auth-modal/Modal.tsx';\n---\n<Modal />"],
    [
      'src/layouts/Base.astro',
      "---\n---\n<script>\n  import { $user } from '#lib/stores/account/user.ts';\n</script>",
    ],
    ['src/pages/index.astro', 'x\n'.repeat(59)],
    ['src/layouts/parts/auth/auth-opener.client.ts', "await import('#lib/stores/hiring/apply-to-job.ts');"],
    ['src/lib/server/account/user.ts', "// import { Pool } from 'pg';"],
    ['src/lib/server/http/serve.ts', "import type { Config } from '#lib/server/config.ts';"],
    ['src/lib/server/staff/handlers.ts', "import { findJobs } from '#lib/server/hiring/jobs/find-jobs.ts';"],
    ['src/lib/server/hiring/jobs/handlers.ts', "import { presentList } from '#lib/server/http/list.ts';"],
  ];
  test.each(allowed)('%s keeps the rules', (path, source) => {
    expect(checkFile(path, source)).toEqual([]);
  });

  const files = (...entries: [path: string, source: string][]) => new Map(entries);

  test('a crowded folder', () => {
    const crowd = Array.from({ length: 21 }, (_, n): [string, string] => [
      `src/lib/domain/x/file-${n}.ts`,
      '',
    ]);
    expect(checkFolders(files(...crowd)).join()).toMatch(/holds 21 code files/);
    expect(checkFolders(files(...crowd.slice(1)))).toEqual([]);
  });

  test('a circle of files, of types too', () => {
    const circle = files(
      ['src/lib/domain/x/a.ts', "import type { B } from './b.ts';"],
      ['src/lib/domain/x/b.ts', "import type { C } from './c.ts';"],
      ['src/lib/domain/x/c.ts', "import { a } from './a.ts';"],
    );
    expect(checkCircles(circle).join()).toMatch(/import each other/);
  });

  test('two rooms of the server that import each other', () => {
    const rooms = files(
      ['src/lib/server/auth/a.ts', "import { b } from '../account/b.ts';"],
      ['src/lib/server/account/b.ts', ''],
      ['src/lib/server/account/c.ts', "import { d } from '#lib/server/auth/d.ts';"],
      ['src/lib/server/auth/d.ts', ''],
    );
    expect(checkServerRooms(rooms).join()).toMatch(/account and server\/auth import each other/);
    expect(checkCircles(rooms)).toEqual([]);
  });

  test('a fragment', () => {
    const fragment = files(
      ['src/lib/domain/x/a.ts', "import { b } from './b.ts';"],
      ['src/lib/domain/x/b.ts', 'export const b = 1;'],
    );
    expect(checkFragments(fragment, 0).join()).toMatch(/b\.ts/);
    expect(checkFragments(fragment, 1)).toEqual([]);
  });

  test('a line break that Astro drops, and none beside punctuation or a written space', () => {
    const find = (markup: string) => findMissingSpaces('src/pages/x.astro', `---\n---\n<p>\n${markup}\n</p>`);
    expect(find('  started\n  {date}').join()).toMatch(/write \{' '\} beside “started”/);
    expect(find('  <a href="/">Terms</a>\n  apply').join()).toMatch(/beside “apply”/);
    expect(find("  started{' '}\n  {date}")).toEqual([]);
    expect(find("  {isOpen && 'Open. '}\n  Reference")).toEqual([]);
    expect(find('  Mark\n  <span>: the answer</span>')).toEqual([]);
  });

  test('a replaced name, of a declaration, a destructured variable, a parameter or a file', () => {
    expect(checkNames('src/lib/x.ts', 'interface Asked {}').join()).toMatch(/…Input/);
    expect(checkNames('src/lib/x.ts', 'const { a, said } = b;').join()).toMatch(/says said/);
    expect(checkNames('src/lib/x.ts', 'const [patience, b] = c;').join()).toMatch(/timeout/);
    expect(checkNames('src/lib/x.ts', 'const f = (a: string, told = 1): void => {};').join()).toMatch(
      /says told/,
    );
    expect(checkNames('src/lib/make-way.ts', '').join()).toMatch(/shiftPositions/);
    expect(checkNames('src/lib/x.ts', "// interface Asked\nconst text = 'type Asked';")).toEqual([]);
  });
});
