import { type Import, readImports, withoutComments } from './imports.ts';
import { checkNounDirection, plumbing, wiringRooms } from './noun-rules.ts';

/** A rule about imports, with an explanation for newcomers. */
interface ImportRule {
  /** Paths of the files that the rule applies to. */
  where: RegExp;
  forbids: (one: Import, path: string) => boolean;
  because: string;
}

const ours = (one: Import, folder: RegExp) => one.target.startsWith('src/') && folder.test(one.target);
const inBrowser = /^src\/((islands|lib\/(stores|client|browser))\/|(pages|layouts)\/.*\.client\.ts$)/;

/** The files of the contract that a browser may load at run time; core/fields.ts has the reason. */
const browserContract = new Set(
  ['core/fields', 'core/errors', 'leads/callback-fields', 'portfolio/portfolio-fields'].map(
    (name) => `src/lib/contract/${name}.ts`,
  ),
);

const importRules: ImportRule[] = [
  {
    where: /^src\/lib\/domain\//,
    forbids: (one) => !ours(one, /^src\/lib\/domain\//),
    because: 'domain is pure: it imports only domain, so that a rule is tested without anything else.',
  },
  {
    where: /^src\/lib\/contract\//,
    forbids: (one) => one.target !== 'zod/mini' && !ours(one, /^src\/lib\/(contract|domain)\//),
    because: 'contract describes the wire for both sides: it imports only zod/mini, contract and domain.',
  },
  {
    where: inBrowser,
    forbids: (one) => ours(one, /^src\/lib\/server\//),
    because:
      'server never reaches the browser. Pass server data to an island as a prop; share a rule through domain.',
  },
  {
    where: inBrowser,
    forbids: (one) => !one.typeOnly && ours(one, /^src\/lib\/contract\//) && !browserContract.has(one.target),
    because:
      'a visitor would load the whole table: at run time take only core/fields.ts, core/errors.ts and the fields of a browser form, the rest as types.',
  },
  {
    // A `.client.ts` file runs only in the browser, as the script of a component does.
    where: /^src\/(pages|layouts)\/(?!.*\.client\.ts$)/,
    forbids: (one) => ours(one, /^src\/lib\/stores\//),
    because:
      'a store that is set while one request renders is still set for the next visitor. Pass props; let islands set stores.',
  },
  {
    where: /^src\/islands\/ui\//,
    forbids: (one) =>
      ours(one, /^src\/lib\/stores\//) || /^(nanostores|@nanostores\/react)$/.test(one.target),
    because:
      'islands/ui knows no store: it gets values and callbacks as props, so that every island can use it.',
  },
  {
    where: /^src\/lib\/server\//,
    forbids: (one) => ours(one, /^src\/(islands|layouts|pages|lib\/(stores|client|browser))\//),
    because: 'server answers requests and imports only server, contract and domain.',
  },
  {
    where: new RegExp(`^src/lib/server/(${plumbing.join('|')})/`),
    forbids: (one) =>
      ours(one, /^src\/lib\/server\//) &&
      !ours(
        one,
        new RegExp(`^src/lib/server/((${plumbing.join('|')})/|(config|current-request|limits|log)\\.ts$)`),
      ),
    because:
      'plumbing of the server knows no noun: take what it must do for one as a function, wired in server/api.ts or runtime.ts.',
  },
  {
    where: /^src\/lib\/server\/\w+\//,
    forbids: (one, path) =>
      ours(one, new RegExp(`^src/lib/server/(${wiringRooms.join('|')})/`)) &&
      !new RegExp(`^src/lib/server/(${wiringRooms.join('|')})/`).test(path),
    because: 'commands and demo data use the nouns; no noun uses them. Move what is shared to its noun.',
  },
  {
    where: /^src\/(?!lib\/server\/db\/)/,
    forbids: (one) => /^(pg|@electric-sql\/pglite)(\/|$)/.test(one.target),
    because: 'only server/db knows the driver: ask through Kysely, which both databases understand.',
  },
  {
    where: /^src\/(?!lib\/client\/api\.ts$)/,
    forbids: (one) => one.target === 'ofetch',
    because: 'only client/api.ts knows ofetch: call api(), which is typed from the contract.',
  },
  {
    where: /^src\/(?!lib\/(server\/http\/|client\/|domain\/core\/casing\.ts))/,
    forbids: (one) => !one.typeOnly && ours(one, /^src\/lib\/domain\/core\/casing\.ts$/),
    because: 'only the two ends of the wire convert key case: inside, every key is camelCase already.',
  },
  {
    where: /^(src|tests|scripts|server\.mjs)/,
    forbids: (one, path) =>
      /^[.#]/.test(one.written) && !/\.\w+(\?[\w&-]+)?$/.test(one.written) && !path.endsWith('.d.ts'),
    because: 'Node runs these files as they are: write the real file ending, such as ./casing.ts.',
  },
];

/** Returns one sentence per rule that a file breaks; none when it keeps them all. */
export function checkFile(path: string, source: string): string[] {
  const imports = readImports(path, source);
  const broken = importRules.flatMap(({ where, forbids, because }) =>
    where.test(path)
      ? imports
          .filter((one) => forbids(one, path))
          .map(({ written }) => `${path} imports ${written}: ${because}`)
      : [],
  );
  return [
    ...broken,
    ...checkNounDirection(path, imports),
    ...checkText(path, withoutComments(source)),
    ...checkShape(path, source),
  ];
}

function checkText(path: string, code: string): string[] {
  const broken: string[] = [];
  if (/^src\/(?!lib\/server\/config\.ts$)|^server\.mjs$/.test(path) && /\bprocess\.env\b/.test(code))
    broken.push(
      `${path} reads process.env: only server/config.ts does, once and checked. Take what you need from config.`,
    );
  if (path.startsWith('src/islands/') && /(?<![\w.])fetch\(/.test(code))
    broken.push(
      `${path} calls fetch: islands call a store action, so that behaviour is tested without a DOM.`,
    );
  if (
    /^src\/(?!lib\/server\/(messages|account\/notifications)\/)/.test(path) &&
    /\bmessages\.queue\(/.test(code)
  )
    broken.push(
      `${path} queues a message itself: call notify() of account/notifications, which asks the person's preferences.`,
    );
  if (/^src\//.test(path) && /from\s+['"]\.\.\/\.\.\/\.\.\//.test(code))
    broken.push(
      `${path} climbs three folders: write #lib/…, #layouts/…, #islands/…, #styles/… or #assets/… instead.`,
    );
  return broken;
}

/** A page loads its data, chooses a layout and places parts and islands. */
const maxPageLines = 60;

function checkShape(path: string, source: string): string[] {
  const broken: string[] = [];
  const maxLines = path.startsWith('tests/') ? 400 : 250;
  const lines = source.split('\n').length - (source.endsWith('\n') ? 1 : 0);
  if (lines > maxLines) broken.push(`${path} has ${lines} lines; ${maxLines} is the most. Split it by noun.`);
  if (/^src\/pages\/.*\.astro$/.test(path) && lines >= maxPageLines)
    broken.push(
      `${path} has ${lines} lines; a page has under ${maxPageLines}. Move a part of it to layouts/parts.`,
    );
  if (/\/(utils?|helpers?|common|misc|types)(\/|\.\w+$)/.test(path))
    broken.push(`${path}: names like utils, helpers, common and types say nothing. Name the noun.`);
  return broken;
}
