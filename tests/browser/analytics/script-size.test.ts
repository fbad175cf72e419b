import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from 'vitest';

interface Chunk {
  code: string;
  isEntry: boolean;
}

/** Builds the script of every page with a setting, and returns its entry and the chunks that it loads later. */
async function buildScripts(collector: 'on' | 'off'): Promise<Chunk[]> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'import.meta.env.PUBLIC_ANALYTICS_COLLECTOR': JSON.stringify(collector) },
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rollupOptions: { input: 'src/layouts/parts/core/consented-scripts.client.ts' },
    },
  });
  return ([built].flat() as { output: Chunk[] }[]).flatMap(({ output }) => output);
}

const weigh = (chunks: readonly Chunk[]) =>
  chunks.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0);

test('[TRACK-03] a build without analytics has no code of it, and the collector costs at most 3 KB before an interaction', async () => {
  const [off, on] = [await buildScripts('off'), await buildScripts('on')];
  expect(off.map(({ code }) => code).join('\n')).not.toMatch(/page_viewed|analytics\/events|consent-text/);
  expect(on.map(({ code }) => code).join('\n')).toContain('/api/v1/analytics/events/');
  // Web vitals and the banner wait for the visitor's first interaction.
  const early = on.filter(({ code }) => !/onINP|largest-contentful-paint|consent-text/.test(code));
  expect(early.length).toBeLessThan(on.length);
  expect(weigh(early) - weigh(off)).toBeLessThanOrEqual(3 * 1024);
});
