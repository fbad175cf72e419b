// @ts-check
import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { compactServer } from './scripts/compact-server.ts';
import { omitUnused } from './scripts/omit-unused.ts';
import { precompress } from './scripts/precompress.ts';
import { serviceWorker } from './scripts/service-worker.ts';
import { thirdPartySources } from './scripts/third-party-policy.ts';

// Server and browser share this setting, but a browser sees only names that begin with PUBLIC_.
process.env.PUBLIC_MEDIA_HOST ??= process.env.MEDIA_HOST ?? '';
/** The other hosts that pages may call: the one of uploads, and those of the APIs unless they are this server. [API-34, APP-03, APP-04] */
const callableOrigins = [
  process.env.PUBLIC_MEDIA_HOST,
  process.env.PUBLIC_API_BASE_URL,
  process.env.PUBLIC_GAME_CHANGERS_API_BASE_URL,
].flatMap((url) => (url ? [new URL(url).origin] : []));

const others = thirdPartySources(process.env);
const connected = [...callableOrigins, ...others.connect];
/** @type {(name: 'font-src' | 'media-src', sources: string[]) => `font-src ${string}`[]} */
const optional = (name, sources) =>
  sources.length ? [/** @type {`font-src ${string}`} */ (`${name} ${sources.join(' ')}`)] : [];

/**
 * @type {import('astro').AstroIntegration} Adds the route of _app.astro, because Astro skips files with an underscore.
 * [APP-01]
 */
const appShell = {
  name: 'app-shell',
  hooks: {
    'astro:config:setup': ({ injectRoute }) =>
      injectRoute({ pattern: '/_app', entrypoint: './src/pages/_app.astro', prerender: true }),
  },
};

/**
 * @type {import('astro').AstroIntegration} In development, adds the styleguide and turns the content security policy off,
 * because Astro does not know the hashes of the styles and scripts that Vite adds to a page.
 */
const development = {
  name: 'development',
  hooks: {
    'astro:config:setup': ({ command, injectRoute, updateConfig }) => {
      if (command !== 'dev') return;
      injectRoute({ pattern: '/styleguide/', entrypoint: './src/pages/_styleguide.astro', prerender: false });
      // A request without a route would be treated as one for the prerendered 404 page and lose its headers and body.
      for (const pattern of ['/api/[...call]', '/images/[...picture]', '/media/[...file]'])
        injectRoute({ pattern, entrypoint: './src/pages/_front-door.ts', prerender: false });
      // The development server would reject the addresses of pictures, which do not end with a slash.
      updateConfig({ security: { csp: false }, trailingSlash: 'ignore' });
    },
  },
};

/**
 * What several entry points of the browser share goes into few files, so that signing in on a slow phone takes six
 * requests rather than two dozen. `page` is what every page loads at once. `react`, `api` and `fields` load on demand only, so a module that a page
 * imports at its start may not be in them.
 */
const chunkGroups = [
  {
    name: 'page',
    test: /preload-helper|\/src\/lib\/(browser\/(consent|event-queue|pending-sign-in|user-event)|domain\/(account\/profiles|core\/avatar))\.ts$/,
    priority: 4,
  },
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|@nanostores\/react)\//, priority: 3 },
  // Pages with dates import these at their start.
  { name: 'time', test: /\/src\/lib\/domain\/core\/time-text\.ts$/, priority: 3 },
  {
    name: 'api',
    test: /\/node_modules\/nanostores\/|\/src\/lib\/(client\/api|stores\/(account\/user|core\/(failure|request|session-end)))/,
    priority: 2,
  },
  {
    name: 'fields',
    test: /\/src\/(islands\/ui\/(Button|CheckField|FailureAlert|Field|modal\/Modal|select\/Select|use-media-query)\.tsx?|lib\/(contract\/core\/fields|domain\/(account\/offers-consent|core\/(countries|phone-input|text))|stores\/core\/form)\.ts)$/,
    priority: 1,
  },
];

const runtimeParts = [
  ...['@oslojs/encoding', 'clsx', 'cookie', 'devalue', 'html-escaper', 'mrmime', 'piccolore'],
  ...['picomatch', 'ultrahtml'],
];

/**
 * Packages of which the server needs a part, or whose source has letters beyond Latin-1. In the bundle they take less memory
 * (docs/decisions/0053).
 */
const bundledPackages = [
  ...['altcha-lib', 'cockatiel', 'csv-parse', 'csv-stringify', 'es-toolkit', 'fflate', 'ical-generator'],
  ...['js-yaml', 'kysely', 'libphonenumber-js', 'nanostores', '@nanostores/react', 'nodemailer', 'uuid'],
  'zod',
  ...['markdown-it', 'entities', 'linkify-it', 'mdurl'],
  ...['ofetch', 'node-fetch-native', 'ufo', 'destr'],
  ...['pdfkit', 'fontkit', 'linebreak', 'png-js', 'restructure', 'unicode-properties', 'unicode-trie', 'dfa'],
  ...['clone', 'fast-deep-equal', 'tiny-inflate', 'base64-js', '@noble/hashes', '@swc/helpers'],
  ...['satori', '@shuding/opentype.js'],
];

/**
 * @type {import('vite').Plugin} Only a build takes them into its bundle: the development server cannot run their CommonJS as modules.
 */
const bundlePackages = {
  name: 'bundle-packages',
  apply: 'build',
  config: () => ({ ssr: { noExternal: [...runtimeParts, ...bundledPackages] } }),
};

export default defineConfig({
  trailingSlash: 'always',
  // Inline styles are compressed with their page, and the first paint needs no second request.
  build: { format: 'directory', inlineStylesheets: 'always' },
  server: { port: Number(process.env.PORT || 8000) },
  adapter: node({ mode: 'middleware', staticHeaders: true, bodySizeLimit: 7 * 1024 * 1024 }),
  integrations: [react(), appShell, development, serviceWorker(), precompress(), compactServer()],
  session: false,
  // Pages name their tags by Astro.cache.set; src/fetch.ts keeps the answers (docs/decisions/0040).
  cache: { provider: { entrypoint: new URL('./src/lib/server/cache/astro-provider.ts', import.meta.url) } },
  // Pictures are resized at build. No request makes Astro transform one. [C-34]
  image: {
    endpoint: { route: '/_image', entrypoint: './src/lib/server/images/build-only-endpoint.ts' },
    // Effort 2 takes a sixth of the time of sharp's default 4, for a tenth more bytes.
    service: { entrypoint: 'astro/assets/services/sharp', config: { avif: { effort: 2 } } },
  },
  security: {
    // src/middleware.ts checks the origin, because behind a proxy that ends TLS, Astro would reject our own https pages.
    checkOrigin: false,
    csp: {
      // Astro adds script-src and style-src with a hash of each inline script and style. [C-35]
      directives: [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "worker-src 'self'",
        /** @type {`frame-src ${string}`} */ (
          ['frame-src https://docs.google.com https://calendly.com', ...others.frame].join(' ')
        ),
        /** @type {`img-src ${string}`} */ (["img-src 'self' data:", ...others.image].join(' ')),
        ...(connected.length
          ? [/** @type {`connect-src ${string}`} */ (`connect-src 'self' ${connected.join(' ')}`)]
          : []),
        ...optional('font-src', others.font),
        ...optional('media-src', others.media),
      ],
      // Astro replaces its own 'self' by these.
      scriptDirective: { resources: others.script.length ? ["'self'", ...others.script] : [] },
      styleDirective: { resources: others.hasInlineStyles ? ["'self'", "'unsafe-inline'"] : [] },
    },
  },
  // Shiki writes style attributes, which the policy forbids.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  vite: {
    // The commands have read `.env`. Vite would read it again, also for tests, whose pages must not depend on it.
    envDir: false,
    plugins: [tailwindcss(), omitUnused(), bundlePackages],
    environments: {
      // Texts in Indian scripts would make V8 keep the server's code at two bytes per letter (docs/decisions/0053).
      ssr: {
        build: {
          rolldownOptions: {
            output: { charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } },
          },
        },
      },
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: { groups: chunkGroups },
              // Without what Astro adds to the name of a component's script: it would be in the bytes of every page.
              entryFileNames: ({ name }) => `_astro/${name.split('.')[0]}.[hash].js`,
            },
          },
        },
      },
    },
  },
});
