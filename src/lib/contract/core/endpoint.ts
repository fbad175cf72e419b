import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Says who may use an endpoint.
 * `public`: everybody; the session is not read.
 * `anyone`: everybody; the session is read if there is one.
 * `signed-in`: needs a session (401).
 * `verified`: also needs a verified phone number (403 PHONE_NOT_VERIFIED).
 * `staff`: verified staff members; everybody else gets 404 NOT_FOUND, whatever they send.
 * `uploader`: like `verified`, but `Authorization: Bearer` with an upload token may replace the session
 * (C-33).
 */
export type Access = 'public' | 'anyone' | 'signed-in' | 'verified' | 'staff' | 'uploader';

/** The path of every staff endpoint. `serve` answers 404 below it to everybody who is not staff. */
export const staffPath = '/api/v1/staff/';

/** The write limit of one staff member. A bulk move or an import counts as one request. */
export const staffWriteLimit = { max: 600, windowSeconds: 600 };

/** The maximum number of accepted requests per window. Endpoints with the same bucket share it (C-12). */
export interface Limit {
  bucket: string;
  /**
   * Whose requests it counts.
   * `network`: an IPv4 address or an IPv6 /64. Over half of `max`, a device without history must send a proof of work.
   * `address`: the same network, counted alone: no cookie is set and no proof of work is asked for.
   * `device`: the browser that has the signed cookie.
   * `account`: the signed-in person.
   */
  per: 'network' | 'address' | 'device' | 'account';
  max: number;
  windowSeconds: number;
}

type Schema = z.ZodMiniType;

/** One entry of the API table: everything that a caller, the server and the documentation need to know. */
export interface Endpoint {
  /** The requirement behind the endpoint: of the specification, `API-14`, or of the controls, `C-20`. */
  row: string;
  summary: string;
  access: Access;
  limits?: readonly Limit[];
  body?: Schema;
  /** The maximum number of keys in the body, if the default of 200 is too low (C-29). */
  maxBodyKeys?: number;
  /** The maximum size of the body, if the default of 64 KiB is too low (C-28). */
  maxBodyBytes?: number;
  /** The maximum length of one text in the body, if the default of 10,000 characters is too low (C-29). */
  maxTextLength?: number;
  /** Accepts multipart/form-data with one `file` instead of JSON. */
  acceptsFile?: true;
  query?: Schema;
  response: Schema;
  /** The errors that it may return in addition to those that all endpoints share. */
  errors?: readonly ErrorCode[];
}

/** Checks an entry at compile time and keeps its exact type. */
export function endpoint<const Line extends Endpoint>(line: Line): Line {
  return line;
}

/** The names in `{braces}` of an endpoint's path, each with a string value. */
export type PathParams<Key extends string> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown;

export type BodyOf<C> = C extends { body: infer S extends Schema } ? z.output<S> : undefined;
export type BodyInputOf<C> = C extends { body: infer S extends Schema } ? z.input<S> : undefined;
export type QueryOf<C> = C extends { query: infer S extends Schema } ? z.output<S> : undefined;
export type QueryInputOf<C> = C extends { query: infer S extends Schema } ? z.input<S> : undefined;
export type ResponseOf<C> = C extends { response: infer S extends Schema } ? z.output<S> : never;
