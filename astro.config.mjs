// @ts-check
import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, passthroughImageService } from 'astro/config';
import { precompress } from './scripts/precompress.ts';

/** @type {import('astro').AstroIntegration} [APP-01] Astro makes no route of a file whose name begins with an underscore. */
const appShell = {
  name: 'app-shell',
  hooks: {
    'astro:config:setup': ({ injectRoute }) =>
      injectRoute({ pattern: '/_app', entrypoint: './src/pages/_app.astro', prerender: true }),
  },
};

export default defineConfig({
  site: process.env.SITE_ORIGIN || 'http://localhost:8000',
  trailingSlash: 'always',
  build: { format: 'directory' },
  server: { port: Number(process.env.PORT || 8000) },
  adapter: node({ mode: 'middleware', staticHeaders: true, bodySizeLimit: 7 * 1024 * 1024 }),
  integrations: [react(), appShell, precompress()],
  session: false,
  // Pictures are drawn or sized by hand: no request makes the server transform one (C-34).
  image: { service: passthroughImageService() },
  security: {
    checkOrigin: true,
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
      ],
    },
  },
  // Shiki writes style attributes, which the policy forbids.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  vite: { plugins: [tailwindcss()] },
});
