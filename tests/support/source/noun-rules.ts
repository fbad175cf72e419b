import type { Import } from './imports.ts';

/** Folders of src/lib/server that must not import any noun. */
export const plumbing = [
  'http',
  'db',
  'messages',
  'queue',
  'documents',
  'images',
  'cache',
  'core',
  'reminders',
  'telemetry',
];

/** Folders of src/lib/server that start the product's parts and may import every noun. */
export const wiringRooms = ['commands', 'demo'];

const basic = ['account', 'media', 'catalog'];
const product = ['hiring', 'portfolio', 'leads', 'enrolment', 'events', 'certificates', 'analytics'];

/** Which other nouns a noun may import, in every layer; all may import `core`. */
const mayUse: Readonly<Record<string, readonly string[]>> = {
  core: [],
  media: [],
  catalog: [],
  // An avatar is an uploaded picture, so account checks that it belongs to the person and uploads it as other forms
  // do. Media
  // does not know who uses a picture, so the imports go in one direction only.
  // A notice about the account names the company's email, which is content of the catalog.
  account: ['media', 'catalog'],
  // A session belongs to a person, and the response to a login contains the person. Notices name the company's email too.
  auth: ['account', 'catalog'],
  ...Object.fromEntries(product.map((noun) => [noun, [...basic, 'auth']])),
  // It ends what a person has under way in every other noun.
  privacy: [...basic, ...product, 'auth'],
  staff: [...basic, ...product, 'auth', 'privacy'],
};

/** `src/lib/server/hiring/jobs/find-jobs.ts` → `hiring`; null outside the layers with nouns. */
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
