import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readImports } from './support/source/imports.ts';

/** The maximum number of files to open to follow each action, besides the shared ones. */
const maxFiles: Record<string, number> = {
  'Verify an OTP': 12,
  'Apply for a job': 12,
  'Mark a project as featured': 14,
  'Request a brochure with its PDF': 18,
  'Staff move an application': 12,
  'A candidate moves an interview': 14,
};

interface WalkStep {
  path: string;
  /** Whether a request or an element connects the file, and not an import. */
  isMarked: boolean;
}

interface Walk {
  title: string;
  steps: WalkStep[];
  /** The shared files that the walk names. */
  shared: string[];
  /** The number of files that the text says. */
  statedCount: number;
}

const [introduction = '', sharedText = '', ...texts] = readFileSync('docs/walks.md', 'utf8').split(/^## /m);
const sharedFiles = readSteps(sharedText).map(({ path }) => path);
const walks = texts.map(readWalk);

function readSteps(text: string): WalkStep[] {
  return [...text.matchAll(/^\d+\. `([^`]+)`( \*\((?:route|data attribute)\)\*)?/gm)].map(
    ([, path = '', mark]) => ({ path, isMarked: mark !== undefined }),
  );
}

function readWalk(text: string): Walk {
  const [title = '', count = '', ...lines] = text.split('\n');
  const shared = [count, ...lines].join('\n').split('\n\n')[0] ?? '';
  return {
    title,
    steps: readSteps(text),
    shared: [...shared.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
    statedCount: Number.parseInt(count, 10),
  };
}

function importsOf(path: string): { target: string; typeOnly: boolean }[] {
  return readImports(path, readFileSync(path, 'utf8'));
}

/** Returns the steps that nothing connects with an earlier one: no import in either direction and no mark. */
function findGaps({ steps, shared }: Pick<Walk, 'steps' | 'shared'>): string[] {
  const imports = (from: string, to: string) => importsOf(from).some(({ target }) => target === to);
  return steps
    .filter(({ path, isMarked }, index) => {
      if (index === 0 || isMarked) return false;
      const earlier = steps.slice(0, index).map((step) => step.path);
      const isReached =
        earlier.some((one) => imports(one, path) || imports(path, one)) ||
        shared.some((one) => imports(one, path));
      return !isReached;
    })
    .map(({ path }) => path);
}

/** Returns the shared files that a walk passes through without naming them. */
function findUnnamed({ steps, shared }: Pick<Walk, 'steps' | 'shared'>): string[] {
  const used = steps.flatMap(({ path }) => [
    ...importsOf(path).flatMap(({ target, typeOnly }) => (typeOnly ? [] : [target])),
    ...(path.startsWith('src/lib/contract/') ? ['src/lib/server/http/serve.ts'] : []),
  ]);
  return sharedFiles.filter((path) => used.includes(path) && !shared.includes(path));
}

test('docs/walks.md lists every action, and every file that it names exists', () => {
  expect(walks.map(({ title }) => title)).toEqual(Object.keys(maxFiles));
  const named = [...sharedFiles, ...walks.flatMap(({ steps }) => steps.map(({ path }) => path))];
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

describe.each(walks)('$title', ({ title, steps, shared, statedCount }) => {
  test('takes at most as many files as it may, and the page says how many', () => {
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.length).toBeLessThanOrEqual(maxFiles[title] ?? 0);
    expect(statedCount).toBe(steps.length);
    const [, own, ofShared] =
      new RegExp(`^\\| ${title} \\| (\\d+)[^|]*\\| (\\d+) `, 'm').exec(introduction) ?? [];
    expect([Number(own), Number(ofShared)]).toEqual([steps.length, shared.length]);
  });

  test('leaves out no link: each file is imported by an earlier one or imports one', () => {
    expect(findGaps({ steps, shared })).toEqual([]);
  });

  test('names the shared files that it passes through, and no other file as shared', () => {
    expect(findUnnamed({ steps, shared })).toEqual([]);
    expect(shared.filter((path) => !sharedFiles.includes(path))).toEqual([]);
  });
});

test('a project is marked as featured with at most five files before the request', () => {
  const steps = walks.find(({ title }) => title === 'Mark a project as featured')?.steps ?? [];
  const request = steps.findIndex(({ path }) => path.startsWith('src/lib/contract/'));
  expect(request).toBeGreaterThan(0);
  expect(request).toBeLessThanOrEqual(5);
});

describe('the checks can fail', () => {
  const [otp] = walks;
  const apply = walks.find(({ title }) => title === 'Apply for a job');
  const without = (walk: Walk | undefined, name: string) => ({
    steps: walk?.steps.filter(({ path }) => !path.endsWith(name)) ?? [],
    shared: walk?.shared ?? [],
  });

  test.each([
    [otp, 'auth/handlers.ts', 'src/lib/server/auth/otp/check-otp.ts'],
    [apply, 'auth-opener.client.ts', 'src/lib/stores/hiring/apply-to-job.ts'],
    [apply, 'handlers.ts', 'src/lib/server/hiring/applications/start-application.ts'],
  ])('a walk without one of its links, %#', (walk, name, gap) => {
    expect(findGaps(without(walk, name))).toContain(gap);
  });

  test('a mark that is missing', () => {
    const steps = otp?.steps.map((step) => ({ ...step, isMarked: false })) ?? [];
    expect(findGaps({ steps, shared: [] })).toEqual(['src/lib/contract/auth/auth.ts']);
  });

  test('a shared file that is not named', () => {
    expect(findUnnamed({ steps: otp?.steps ?? [], shared: [] })).toContain('src/lib/client/api.ts');
  });
});
