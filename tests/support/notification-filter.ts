import { connect, createServer, type Socket } from 'node:net';

/** A way to PostgreSQL that can lose notifications, as a pooler does that keeps no sessions. All else passes. */
export interface NotificationFilter {
  /** The address of the same database on this way. */
  url: string;
  /** Ends the connection that only listens, lets none come back, and drops notifications on all others. */
  lose(): void;
  /** Lets all pass again. Resolves when a connection that only listens is back. */
  restore(): Promise<void>;
  close(): void;
}

/** The type of the message NotificationResponse. */
const notification = 'A'.charCodeAt(0);

/** Starts the way to a PostgreSQL without TLS. A connection that only listens is known by the name that it gives itself. */
export async function startNotificationFilter(databaseUrl: string): Promise<NotificationFilter> {
  const target = new URL(databaseUrl);
  const listeners = new Set<Socket>();
  const sockets = new Set<Socket>();
  let isLosing = false;
  let onListener = () => {};

  const server = createServer({ noDelay: true }, (client) => {
    const database = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          listeners.delete(socket);
          other.destroy();
        });
    }
    client.once('data', (startup: Buffer) => {
      if (startup.includes('liftoff-listener')) {
        if (isLosing) return void client.destroy();
        listeners.add(client);
        onListener();
      }
      database.write(startup);
      client.pipe(database);
    });
    let rest: Buffer = Buffer.alloc(0);
    database.on('data', (bytes: Buffer) => {
      const { whole, left } = splitMessages(Buffer.concat([rest, bytes]));
      rest = left;
      for (const message of whole) if (!(isLosing && message[0] === notification)) client.write(message);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href,
    lose() {
      isLosing = true;
      for (const socket of listeners) socket.destroy();
    },
    restore() {
      isLosing = false;
      return new Promise((done) => {
        onListener = done;
      });
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Splits what PostgreSQL sends: each message has a letter and its length, which counts itself. */
function splitMessages(bytes: Buffer): { whole: Buffer[]; left: Buffer } {
  const whole: Buffer[] = [];
  let at = 0;
  while (bytes.length >= at + 5) {
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    if (bytes.length < end) break;
    whole.push(bytes.subarray(at, end));
    at = end;
  }
  return { whole, left: bytes.subarray(at) };
}
