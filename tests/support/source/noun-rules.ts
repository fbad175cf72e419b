import type { Import } from './imports.ts';

/** Rooms of src/lib/server that know no noun. */
export const plumbing = ['http', 'db', 'messages', 'queue', 'documents', 'images', 'cache', 'core'];

/** Rooms of src/lib/server that start things for an operator and may use every noun. */
export const wiringRooms = ['commands', 'demo'];

const basic = ['account', 'media', 'catalog'];
const product = ['hiring', 'portfolio', 'leads', 'enrolment', 'events', 'certificates'];

/** Which other nouns a noun may import, in every layer; all may import `core`. */
const mayUse: Readonly<Record<string, readonly string[]>> = {
  core: [],
  media: [],
  catalog: [],
  // An avatar is an uploaded picture: account checks that it is the person's own and uploads it as every form does. Media
  // does not know who uses a picture, so the direction stays one.
  account: ['media'],
  // A session belongs to a person; logging in creates one and shows them.
  auth: ['account'],
  ...Object.fromEntries(product.map((noun) => [noun, [...basic, 'auth']])),
  staff: [...basic, ...product, 'auth'],
};

/** `src/lib/server/hiring/jobs/find-jobs.ts` → `hiring`; null outside the layers that have rooms. */
const nounOf = (path: string): string | null =>
  /^src\/lib\/(?:contract|domain|stores|client|browser|server)\/([^/]+)\//.exec(path)?.[1] ?? null;

/** Returns one sentence per import that goes against the direction between nouns. */
export function checkNounDirection(path: string, imports: readonly Import[]): string[] {
  const from = nounOf(path);
  const allowed = from === null ? undefined : mayUse[from];
  if (!allowed || isServerPlumbing(path)) return [];
  return imports.flatMap(({ target, written }) => {
    const to = nounOf(target);
    if (to === null || to === from || to === 'core' || isServerPlumbing(target) || allowed.includes(to))
      return [];
    return [
      `${path} imports ${written}: ${from} must not use ${to}. ` +
        'Nouns depend on each other in one direction only; hand over a function or move the shared part to core.',
    ];
  });
}

const isServerPlumbing = (path: string) =>
  /^src\/lib\/server\//.test(path) && plumbing.includes(nounOf(path) ?? '');
