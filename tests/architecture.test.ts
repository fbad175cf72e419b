import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkFile } from './support/source/architecture.ts';
import { listSources } from './support/source/sources.ts';

const sources = [...listSources('src'), ...listSources('tests'), ...listSources('scripts'), 'server.mjs'];

test('the house rules hold in every file', () => {
  const complaints = sources.flatMap((path) => checkFile(path, readFileSync(path, 'utf8')));
  expect(complaints.join('\n')).toBe('');
});

test('the rules look at the whole tree', () => {
  expect(sources.filter((path) => path.startsWith('src/')).length).toBeGreaterThan(50);
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
      'src/lib/stores/account/user.ts',
      "import { auth } from '#lib/contract/auth/auth.ts';",
      /only fields\.ts and errors\.ts/,
    ],
    [
      'src/lib/client/api.ts',
      "const { auth } = await import('#lib/contract/auth/auth.ts');",
      /only fields\.ts and errors\.ts/,
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
    ['src/lib/stores/account/user.ts', "import { ofetch } from 'ofetch';", /client\/api/],
    [
      'src/lib/server/account/user.ts',
      "import { toSnake } from '#lib/domain/core/casing.ts';",
      /ends of the wire/,
    ],
    ['src/lib/server/account/user.ts', "import { x } from './missing-extension';", /real file ending/],
    ['src/lib/server/account/user.ts', 'x\n'.repeat(251), /251 lines/],
    ['tests/api/account/user.test.ts', 'x\n'.repeat(401), /401 lines/],
    ['src/lib/utils.ts', '', /say nothing/],
  ];
  test.each(samples)('%s', (path, source, sentence) => {
    expect(checkFile(path, source).join('\n')).toMatch(sentence);
  });

  const allowed: [path: string, source: string][] = [
    ['src/lib/stores/account/user.ts', "import type { Contract } from '#lib/contract/index.ts';"],
    ['src/lib/stores/core/form.ts', "import { email } from '#lib/contract/core/fields.ts';"],
    ['src/lib/domain/phone.ts', "import { countries } from './countries.ts';"],
    ['src/pages/index.astro', "---\nimport Modal from '../islands/auth-modal/Modal.tsx';\n---\n<Modal />"],
    [
      'src/layouts/Base.astro',
      "---\n---\n<script>\n  import { $user } from '#lib/stores/account/user.ts';\n</script>",
    ],
    ['src/lib/server/account/user.ts', "// import { Pool } from 'pg';"],
  ];
  test.each(allowed)('%s keeps the rules', (path, source) => {
    expect(checkFile(path, source)).toEqual([]);
  });
});
