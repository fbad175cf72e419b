// @ts-check
import { defineConfig } from 'astro/config';

/** One page that shows layouts/parts/core/Picture.astro; tests/images/picture.test.ts builds it. */
export default defineConfig({ outDir: process.env.OUT_DIR ?? '', cacheDir: `${process.env.OUT_DIR}/cache` });
