import { expect, it } from 'vitest';
import { drawInTurn } from '#lib/server/documents/draw-in-turn.ts';

/** A rendering that the test ends or fails. */
function drawing() {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const state = {
    begun: 0,
    end: () => resolve(Buffer.from('%PDF')),
    fail: () => reject(new Error('no font')),
  };
  return Object.assign(state, {
    draw: () => {
      state.begun += 1;
      return promise;
    },
  });
}

const unavailable = { errorCode: 'SERVICE_UNAVAILABLE' };
const soon = () => new Promise((done) => setTimeout(done, 20));

it('[C-41] renders one at a time, accepts nine at once, and rejects the next with a 503', async () => {
  const all = Array.from({ length: 9 }, drawing);
  const answers = all.map(({ draw }, n) => drawInTurn({ id: `p${n}`, version: 1 }, draw));
  await soon();
  expect(all.map(({ begun }) => begun)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0]);
  await expect(drawInTurn({ id: 'late', version: 1 }, drawing().draw)).rejects.toMatchObject(unavailable);
  for (const { end } of all) end();
  expect(await Promise.all(answers)).toHaveLength(9);
  expect(all.map(({ begun }) => begun)).toEqual(Array(9).fill(1));
});

it('a second click shares the running rendering, but a newer version is rejected until it ends', async () => {
  const { draw, end } = drawing();
  const mine = { id: 'mine', version: 1 };
  const answers = [drawInTurn(mine, draw), drawInTurn(mine, () => Promise.reject(new Error('drawn twice')))];
  await expect(drawInTurn({ ...mine, version: 2 }, draw)).rejects.toMatchObject(unavailable);
  end();
  const [one, two] = await Promise.all(answers);
  expect(one).toBe(two);
});

it('a failed rendering does not block the next', async () => {
  const mine = { id: 'mine', version: 1 };
  const { draw, fail } = drawing();
  const failed = drawInTurn(mine, draw);
  fail();
  await expect(failed).rejects.toThrow('no font');
  expect(String(await drawInTurn(mine, async () => Buffer.from('%PDF')))).toBe('%PDF');
});
