import { expect, test } from 'vitest';
import { compact } from '../../scripts/compact-server.ts';

test('the manifest refers to each style sheet, has only ASCII and means the same', () => {
  const sheets = ['a::before{content:"→ \\201c"}', 'b{}', 'நன்றி 😀 "quoted" \\'];
  const routes = [0, 1, 0, 2, 2].map((at) => ({
    file: `page ${at}`,
    styles: [{ type: 'inline', content: sheets[at] }],
  }));
  const { code, sheets: found } = compact(`var known = read(${JSON.stringify({ title: 'café', routes })});`);
  expect(code).toMatch(/^[\0-\x7f]*$/);
  expect(found).toEqual(sheets);
  const run = new Function('read', '__sheet', `${code} return known;`);
  const known = run(
    (value: unknown) => value,
    (at: number) => found[at],
  );
  expect(structuredClone(known)).toEqual({ title: 'café', routes });
});

test('a template that a function reads means the same, and one whose letters cannot be escaped ends the build', () => {
  const { code } = compact('const tag = ([text]) => text; return [tag`“a”`, /[–—]/.test("–"), "ஆ".length];');
  expect(code).toMatch(/^[\0-\x7f]*$/);
  expect(new Function(code)()).toEqual(['“a”', true, 1]);
  expect(() => compact('String.raw`–`')).toThrow('cannot be escaped');
  expect(() => compact('"\\é"')).toThrow('cannot be escaped');
});

test('a long text in base64 becomes a file that its code reads', () => {
  const long = Buffer.alloc(30_000, 'font').toString('base64');
  const fonts = [long, `data:font/woff;base64,${long}==`];
  const { code, texts } = compact(
    `const [a, b] = ["${fonts[0]}", '${fonts[1]}']; return [a, b, "c29ydA=="];`,
  );
  expect(code.length).toBeLessThan(200);
  const run = new Function('__text', code);
  expect(run((name: string) => texts.get(name))).toEqual([...fonts, 'c29ydA==']);
});
