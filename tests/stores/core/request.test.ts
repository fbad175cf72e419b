import { expect, test } from 'vitest';
import { createRequest } from '#lib/stores/core/request.ts';

function controlled() {
  const pending: PromiseWithResolvers<{ n: number }>[] = [];
  const request = createRequest(() => {
    const one = Promise.withResolvers<{ n: number }>();
    pending.push(one);
    return one.promise;
  });
  return { request, pending };
}

test('[APP-09] idle, pending, fulfilled: the data is stored and the error cleared', async () => {
  const { request, pending } = controlled();
  expect(request.$state.get()).toEqual({ status: 'idle', data: null, error: null });
  const run = request.run();
  expect(request.$state.get().status).toBe('pending');
  pending[0]?.resolve({ n: 1 });
  expect(await run).toEqual({ n: 1 });
  expect(request.$state.get()).toEqual({ status: 'fulfilled', data: { n: 1 }, error: null });
});

test('[APP-09] rejected stores the error, pending clears it', async () => {
  const { request, pending } = controlled();
  const run = request.run();
  pending[0]?.reject(new Error('no'));
  await expect(run).rejects.toThrow('no');
  expect(request.$state.get()).toMatchObject({ status: 'rejected', error: new Error('no') });
  void request.run();
  expect(request.$state.get()).toMatchObject({ status: 'pending', error: null });
});

test('[APP-09] idle clears the error', async () => {
  const { request, pending } = controlled();
  const run = request.run();
  pending[0]?.reject(new Error('no'));
  await run.catch(() => {});
  request.reset();
  expect(request.$state.get()).toMatchObject({ status: 'idle', error: null });
});

test('[APP-09] a second run while one is pending does nothing', async () => {
  const { request, pending } = controlled();
  const first = request.run();
  expect(await request.run()).toBeNull();
  expect(pending).toHaveLength(1);
  pending[0]?.resolve({ n: 1 });
  await first;
});

test('[APP-09] after a reset an old response does not change the state', async () => {
  const { request, pending } = controlled();
  const old = request.run();
  request.reset();
  const fresh = request.run();
  pending[0]?.resolve({ n: 1 });
  await old;
  expect(request.$state.get().status).toBe('pending');
  pending[1]?.resolve({ n: 2 });
  await fresh;
  expect(request.$state.get().data).toEqual({ n: 2 });
});
