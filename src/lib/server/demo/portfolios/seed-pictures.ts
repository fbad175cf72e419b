import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import { insertMedia } from '#lib/server/media/media-repository.ts';
import type { MediaStore } from '#lib/server/media/store/index.ts';
import { covers, portrait } from './pictures.ts';

interface Needs {
  db: Db;
  mediaStore: MediaStore;
}

/** A face and the covers of projects, as if their owner had uploaded them. */
export async function seedPictures(needs: Needs, userId: string): Promise<void> {
  const { db } = needs;
  const face = await keep(needs, userId, 'portrait', portrait);
  await db
    .updateTable('appUser')
    .set({ avatarMediaId: face })
    .where('id', '=', userId)
    .where('avatarMediaId', 'is', null)
    .execute();
  const { id: portfolioId } = await db
    .selectFrom('portfolio')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  for (const [title, drawing] of Object.entries(covers))
    await db
      .updateTable('portfolioProject')
      .set({ coverMediaId: await keep(needs, userId, 'cover', drawing) })
      .where('portfolioId', '=', portfolioId)
      .where('title', '=', title)
      .execute();
}

async function keep({ db, mediaStore }: Needs, userId: string, name: string, svg: string): Promise<string> {
  const id = uuidv7();
  const path = join(tmpdir(), `liftoff-${id}.webp`);
  const mimeType = 'image/webp';
  try {
    // Only now: sharp takes a tenth of a second to load.
    const { default: sharp } = await import('sharp');
    const { size, width, height } = await sharp(Buffer.from(svg), { density: 144 })
      .resize(1600, 1600, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90 })
      .toFile(path);
    await mediaStore.put(id, path, mimeType);
    await insertMedia(db, {
      id,
      userId,
      kind: 'IMAGE',
      mimeType,
      name: `${name}.webp`,
      bytes: size,
      width,
      height,
      isPublic: true,
    });
    return id;
  } finally {
    await rm(path, { force: true });
  }
}
