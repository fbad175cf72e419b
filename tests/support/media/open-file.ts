import { createFindReaderId } from '#lib/server/authorize.ts';
import { createLog } from '#lib/server/log.ts';
import { createFileEndpoint } from '#lib/server/media/file-endpoint.ts';
import type { TestApi } from '../api.ts';
import type { Visitor } from '../visitor.ts';

/** Requests an uploaded file as a browser does, with the cookies of the visitor. */
export function openFile(
  { config, db, mediaStore }: TestApi,
  path: string,
  visitor?: Visitor,
  init: RequestInit = {},
): Promise<Response> {
  const handleFile = createFileEndpoint({
    db,
    mediaStore,
    log: createLog('silent'),
    findReaderId: createFindReaderId({ db, config }),
  });
  const cookie = [...(visitor?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  return handleFile(new Request(`${config.siteOrigin}${path}`, { headers: { cookie }, ...init }));
}
