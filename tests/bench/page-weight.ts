import { chromium } from 'playwright';
import { findBrowser } from '../../scripts/find-browser.mjs';

export interface PageWeight {
  /** Bytes of body as they travel, brotli where the server compresses, by kind of resource. */
  bytes: Record<string, number>;
  requests: string[];
}

/** What Chromium asks for on a page before anybody touches it, and what each answer weighs. */
export async function weighPage(url: string): Promise<PageWeight | null> {
  const executablePath = findBrowser();
  if (!executablePath) return null;
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
  const asked = new Map<string, string>();
  page.on('request', (request) => asked.set(request.url(), request.resourceType()));
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(1_000);
  await browser.close();

  const bytes: Record<string, number> = {};
  for (const [address, kind] of asked) bytes[kind] = (bytes[kind] ?? 0) + (await bodySize(address));
  return { bytes, requests: [...asked.keys()] };
}

async function bodySize(url: string): Promise<number> {
  const { get } = await import('node:http');
  return new Promise((done, failed) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (res) => {
      let size = 0;
      res.on('data', (chunk: Buffer) => (size += chunk.length)).on('end', () => done(size));
    }).on('error', failed);
  });
}
