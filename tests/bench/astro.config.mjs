// @ts-check
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import base from '../../astro.config.mjs';

/** @type {import('astro').AstroIntegration} */
const endpoints = {
  name: 'bench-endpoints',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      const entrypoint = new URL('./endpoint.ts', import.meta.url);
      injectRoute({ pattern: '/api/[...path]', entrypoint, prerender: false });
    },
  },
};

/** The same site built for the adapter's standalone server, without src/fetch.ts. */
export default {
  ...base,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  outDir: fileURLToPath(new URL('../../node_modules/.cache/bench-standalone', import.meta.url)),
  fetchFile: null,
  adapter: node({ mode: 'standalone', staticHeaders: true }),
  integrations: [...(base.integrations ?? []), endpoints],
};
