// @ts-check
import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { precompress } from './scripts/precompress.ts';

/** C-35. Astro adds script-src and style-src with a hash of every inline script and style it renders. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  'frame-src https://docs.google.com https://calendly.com',
  "img-src 'self' data:",
];

export default defineConfig({
  site: process.env.SITE_ORIGIN || 'http://localhost:8000',
  trailingSlash: 'always',
  build: { format: 'directory' },
  server: { port: Number(process.env.PORT || 8000) },
  adapter: node({ mode: 'middleware', staticHeaders: true, bodySizeLimit: 7 * 1024 * 1024 }),
  integrations: [react(), precompress()],
  session: false,
  security: { checkOrigin: true, csp: { directives: contentSecurityPolicy } },
  // Shiki writes style attributes, which the policy forbids.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  vite: { plugins: [tailwindcss()] },
});
