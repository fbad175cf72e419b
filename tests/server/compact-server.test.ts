import { expect, test } from 'vitest';
import { compact } from '../../scripts/compact-server.ts';

test('the manifest has each style sheet once, in ASCII, and means the same', () => {
  const sheets = ['a::before{content:"→ \\201c"}', 'b{}', 'நன்றி 😀 "quoted" \\'];
  const routes = [0, 1, 0, 2, 2].map((at) => ({
    file: `page ${at}`,
    styles: [{ type: 'inline', content: sheets[at] }],
  }));
  const code = compact(`var known = read(${JSON.stringify({ title: 'café', routes })});`);
  expect(code).toMatch(/^[\0-\x7f]*$/);
  expect(code.match(/quoted/g)).toHaveLength(1);
  const run = new Function('read', `${code} return known;`);
  expect(run((value: unknown) => value)).toEqual({ title: 'café', routes });
});

test('a template that a function reads means the same, and one whose letters cannot be escaped ends the build', () => {
  const code = compact('const tag = ([text]) => text; return [tag`“a”`, /[–—]/.test("–"), "ஆ".length];');
  expect(code).toMatch(/^[\0-\x7f]*$/);
  expect(new Function(code)()).toEqual(['“a”', true, 1]);
  expect(() => compact('String.raw`–`')).toThrow('cannot be escaped');
  expect(() => compact('"\\é"')).toThrow('cannot be escaped');
});
