// @ts-check
import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { precompress } from './scripts/precompress.ts';

// One setting for both sides: the browser's share of it is read from here.
process.env.PUBLIC_MEDIA_HOST ??= process.env.MEDIA_HOST ?? '';
const mediaHost = process.env.PUBLIC_MEDIA_HOST;

/** @type {import('astro').AstroIntegration} [APP-01] Astro makes no route of a file whose name begins with an underscore. */
const appShell = {
  name: 'app-shell',
  hooks: {
    'astro:config:setup': ({ injectRoute }) =>
      injectRoute({ pattern: '/_app', entrypoint: './src/pages/_app.astro', prerender: true }),
  },
};

/**
 * @type {import('astro').AstroIntegration} The styleguide, and no policy: Vite puts styles and scripts into the page
 * that Astro does not know the hashes of.
 */
const development = {
  name: 'development',
  hooks: {
    'astro:config:setup': ({ command, injectRoute, updateConfig }) => {
      if (command !== 'dev') return;
      injectRoute({ pattern: '/styleguide/', entrypoint: './src/pages/_styleguide.astro', prerender: false });
      // Without a route of its own a request counts as one for the prerendered 404, and loses its headers and body.
      for (const pattern of ['/api/[...call]', '/images/[...picture]', '/media/[...file]'])
        injectRoute({ pattern, entrypoint: './src/pages/_front-door.ts', prerender: false });
      // The development server refuses addresses without a slash before it asks us; those of pictures have none.
      updateConfig({ security: { csp: false }, trailingSlash: 'ignore' });
    },
  },
};

export default defineConfig({
  site: process.env.SITE_ORIGIN || 'http://localhost:8000',
  trailingSlash: 'always',
  // A page and its styles are compressed as one, and nothing stands between the first answer and the first paint.
  build: { format: 'directory', inlineStylesheets: 'always' },
  server: { port: Number(process.env.PORT || 8000) },
  adapter: node({ mode: 'middleware', staticHeaders: true, bodySizeLimit: 7 * 1024 * 1024 }),
  integrations: [react(), appShell, development, precompress()],
  session: false,
  // Pictures of pages are sized at build; no request makes Astro transform one (C-34).
  image: {
    endpoint: { route: '/_image', entrypoint: './src/lib/server/images/build-only-endpoint.ts' },
    // A sixth of the time of sharp's own 4, for a tenth more bytes.
    service: { entrypoint: 'astro/assets/services/sharp', config: { avif: { effort: 2 } } },
  },
  security: {
    // src/middleware.ts checks it: behind a proxy that ends TLS, Astro takes our own https pages for another site.
    checkOrigin: false,
    csp: {
      // C-35. Astro adds script-src and style-src with a hash of every inline script and style it renders.
      directives: [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        'frame-src https://docs.google.com https://calendly.com',
        "img-src 'self' data:",
        ...(mediaHost
          ? [/** @type {`connect-src ${string}`} */ (`connect-src 'self' ${new URL(mediaHost).origin}`)]
          : []),
      ],
    },
  },
  // Shiki writes style attributes, which the policy forbids.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  vite: { plugins: [tailwindcss()] },
});
