import type { ServerResponse } from 'node:http';
import { toSnake } from '#lib/domain/core/casing.ts';
import type { HttpError } from '../http-error.ts';
import type { Header } from '../security-headers.ts';
import { requireRequestId } from './request-id.ts';

/** Sends an error of the API to a request that the API itself cannot receive. [C-40] */
export function writeError(res: ServerResponse, error: HttpError, headers: readonly Header[]): void {
  const body = Buffer.from(JSON.stringify(toSnake(error.body(requireRequestId()))));
  const ofError = Object.entries(error.headers()).flat();
  res
    .writeHead(error.status, [
      ...headers.flat(),
      ...ofError,
      'Content-Type',
      'application/json; charset=utf-8',
      'Cache-Control',
      'no-store',
      'Content-Length',
      String(body.length),
    ])
    .end(body);
}
