import {
  budgets,
  htmlAndCss,
  otherPages,
  weighedPages,
  weighPage,
} from '../../support/source/page-weight.ts';
import { expect, test } from '../support/test.ts';

// A new visitor, who is asked for consent.
test.use({ storageState: { cookies: [], origins: [] } });

const kilobytes = (bytes: number) => Number((bytes / 1024).toFixed(1));

for (const path of [...weighedPages, ...otherPages]) {
  test(`${path} is light, sends no request to another host and has no layout shift`, async ({
    page,
    baseURL,
  }) => {
    const found = await weighPage(page, `${baseURL}${path}`);
    expect(found.elsewhere).toEqual([]);
    expect(found.moved).toEqual([]);
    expect(found.shift).toBe(0);
    expect(kilobytes(found.bytes.script ?? 0)).toBeLessThanOrEqual(budgets.script);
    if (weighedPages.includes(path))
      expect(kilobytes(htmlAndCss(found))).toBeLessThanOrEqual(budgets.htmlAndCss);
  });
}
