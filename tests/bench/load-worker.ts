import autocannon from 'autocannon';
import type { LoadOptions } from './load.ts';

/** The load generator. It runs in its own process: it warms the server up, prints that it measures, and measures. */
const {
  url,
  method = 'GET',
  body,
  headers = {},
  varyAddress,
  seconds,
  connections,
} = JSON.parse(process.argv[2] ?? '{}') as LoadOptions;

const group = () => Math.floor(Math.random() * 0x10000).toString(16);
const request: autocannon.Request = {
  method,
  ...(body === undefined ? {} : { body }),
  headers: { ...headers },
  ...(varyAddress
    ? {
        setupRequest: (sent: autocannon.Request) => ({
          ...sent,
          headers: { ...sent.headers, 'x-forwarded-for': `2001:db8:${group()}:${group()}::1` },
        }),
      }
    : {}),
};
const run = (duration: number) => autocannon({ url, connections, duration, requests: [request] });

// The adapter's server opens its database with the first request, which must not be measured.
await fetch(url, { method, headers, body: body ?? null });
await run(1);
process.stdout.write('measuring\n');
const { requests, latency, non2xx, errors } = await run(seconds);
process.stdout.write(
  `${JSON.stringify({ perSecond: requests.average, total: requests.total, p50: latency.p50, p99: latency.p99, failed: non2xx + errors })}\n`,
);
