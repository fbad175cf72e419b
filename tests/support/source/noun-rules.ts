import type { Import } from './imports.ts';

/** Rooms of src/lib/server that know no noun. */
export const plumbing = ['http', 'db', 'messages', 'queue', 'documents', 'images', 'cache', 'core'];

/** Rooms of src/lib/server that start things for an operator and may use every noun. */
export const wiringRooms = ['commands', 'demo'];

const basic = ['account', 'media', 'catalog'];
const product = ['hiring', 'portfolio', 'leads', 'enrolment', 'events', 'certificates'];

/** Which other nouns a noun may import, in every layer. */
const mayUse: Readonly<Record<string, readonly string[]>> = {
  core: [],
  media: [],
  catalog: [],
  // A person has a picture.
  account: ['media'],
  auth: basic,
  ...Object.fromEntries(product.map((noun) => [noun, [...basic, 'auth']])),
  staff: [...basic, ...product, 'auth'],
};

interface Exception {
  from: RegExp;
  to: RegExp;
  because: string;
}

/** Single imports that go against the direction. Each needs a reason that would convince a reviewer. */
const exceptions: readonly Exception[] = [
  {
    from: /^src\/lib\/server\/hiring\//,
    to: /^src\/lib\/server\/portfolio\/portfolio-attachment\.ts$/,
    because: 'an application takes along the portfolio that the candidate chose',
  },
  {
    from: /^src\/lib\/stores\/core\/(failure|autosave)\.ts$/,
    to: /^src\/lib\/stores\/account\/user\.ts$/,
    because: 'a call that fails with 401 tells every form that nobody is signed in any more',
  },
];

/** `src/lib/server/hiring/jobs/find-jobs.ts` → `hiring`; null outside the layers that have rooms. */
const nounOf = (path: string): string | null =>
  /^src\/lib\/(?:contract|domain|stores|server)\/([^/]+)\//.exec(path)?.[1] ?? null;

/** Returns one sentence per import that goes against the direction between nouns. */
export function checkNounDirection(path: string, imports: readonly Import[]): string[] {
  const from = nounOf(path);
  const allowed = from === null ? undefined : mayUse[from];
  if (!allowed || isServerPlumbing(path)) return [];
  return imports.flatMap(({ target, written }) => {
    const to = nounOf(target);
    if (to === null || to === from || to === 'core' || isServerPlumbing(target) || allowed.includes(to))
      return [];
    if (exceptions.some((one) => one.from.test(path) && one.to.test(target))) return [];
    return [
      `${path} imports ${written}: ${from} must not use ${to}. ` +
        'Nouns depend on each other in one direction only; hand over a function or move the shared part to core.',
    ];
  });
}

const isServerPlumbing = (path: string) =>
  /^src\/lib\/server\//.test(path) && plumbing.includes(nounOf(path) ?? '');
