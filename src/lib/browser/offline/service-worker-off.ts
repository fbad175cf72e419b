/**
 * The service worker that ends service workers: with SERVICE_WORKER=off the server sends it as /service-worker.js. It deletes all that
 * was kept and its own registration, and answers no request. It imports nothing, so the build makes one file of it. [APP-01]
 */

import type { WorkerScope } from './worker-scope.ts';

const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(removeEverything()));

async function removeEverything(): Promise<void> {
  // Open pages get this worker in place of the old one, and with it the network.
  await scope.clients.claim();
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  await scope.registration.unregister();
}
