import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that replaces the SMS provider. A test sets how it responds. */
export interface SmsProvider {
  url: string;
  received: { to: string; medium: string; text: string; code: string; id?: string }[];
  /** The status of its responses. With `silent` it accepts the message and never responds. */
  status: number | 'silent';
  close(): void;
}

export async function startSmsProvider(): Promise<SmsProvider> {
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request));
    const id = request.headers['webhook-id'];
    if (provider.status === 200 || provider.status === 'silent') provider.received.unshift({ ...body, id });
    if (provider.status === 'silent') return;
    response.writeHead(provider.status).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: SmsProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    received: [],
    status: 200,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return provider;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
