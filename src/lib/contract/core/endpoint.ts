import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call.
 * `public`: the session is not even read. `anyone`: read when there is one.
 * `signed-in`: needed (401). `verified`: with a proven phone number (403 PHONE_NOT_VERIFIED).
 * `staff`: verified, and of the staff; to everybody else the call is not there (404 NOT_FOUND), whatever they send.
 * `uploader`: as `verified`, and `Authorization: Bearer` with an upload token stands for the session (C-33).
 */
export type Access = 'public' | 'anyone' | 'signed-in' | 'verified' | 'staff' | 'uploader';

/** Every call of the staff's begins so, and nothing else does: who is not of the staff learns nothing below it. */
export const staffPath = '/api/v1/staff/';

/** So often may one person of the staff change something; a hundred moves at once, or a file, are one. */
export const staffWriteLimit = { max: 600, windowSeconds: 600 };

/** So many calls per address and window; calls that name the same bucket share it (C-12). */
export interface Limit {
  bucket: string;
  max: number;
  windowSeconds: number;
}

type Schema = z.ZodMiniType;

/** One line of the API table: all that a caller, the server and the documentation need to know. */
export interface Endpoint {
  /** The row that asks for it: of the specification, `API-14`, or of the controls, `C-20`. */
  row: string;
  summary: string;
  access: Access;
  limits?: readonly Limit[];
  body?: Schema;
  /** How many keys the body may have in all, where the common 200 are too few (C-29). */
  maxBodyKeys?: number;
  /** How large the body may be, where the common 64 KiB are too little (C-28). */
  maxBodyBytes?: number;
  /** How long one text in it may be, where the common 10,000 characters are too few (C-29). */
  maxTextLength?: number;
  /** Takes multipart/form-data with one `file` in place of JSON. */
  acceptsFile?: true;
  query?: Schema;
  response: Schema;
  /** What it may answer besides the errors that every call shares. */
  errors?: readonly ErrorCode[];
}

/** Checks a line and keeps its exact type. */
export function endpoint<const Line extends Endpoint>(line: Line): Line {
  return line;
}

/** The names in `{braces}` of a call's path, each a string. */
export type PathParams<Key extends string> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown;

export type BodyOf<C> = C extends { body: infer S extends Schema } ? z.output<S> : undefined;
export type BodyInputOf<C> = C extends { body: infer S extends Schema } ? z.input<S> : undefined;
export type QueryOf<C> = C extends { query: infer S extends Schema } ? z.output<S> : undefined;
export type QueryInputOf<C> = C extends { query: infer S extends Schema } ? z.input<S> : undefined;
export type ResponseOf<C> = C extends { response: infer S extends Schema } ? z.output<S> : never;
