import fc from 'fast-check';
import type { Role } from './hostile-server.ts';

/** A request without its sender: the session and the address are chosen when it is sent. */
export interface HostileRequest {
  role: Role | 'visitor' | 'impostor';
  method: string;
  target: string;
  /** The network that it comes from. */
  network: number;
  type: string | null;
  /** One character for each byte. */
  body: string | null;
  /** Sent besides those of a browser, or instead of them. */
  headers: [name: string, value: string][];
}

/** A request before its headers are chosen. */
export type Draft = Omit<HostileRequest, 'network' | 'headers'>;

export const roles: fc.Arbitrary<HostileRequest['role']> = fc.constantFrom(
  'visitor',
  'candidate',
  'beginner',
  'staff',
  'staff',
  'admin',
  'impostor',
);

/** Returns the bytes of a text in UTF-8, one character for each. */
export const toLatin1 = (text: string): string => Buffer.from(text).toString('latin1');
