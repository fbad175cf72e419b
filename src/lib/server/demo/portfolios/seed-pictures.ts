import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import { insertMedia } from '#lib/server/media/media-repository.ts';
import type { MediaStore } from '#lib/server/media/store/index.ts';
import { covers, portfolioCover, portrait } from './pictures.ts';

interface SeedPicturesDeps {
  db: Db;
  mediaStore: MediaStore;
}

/** Stores the portrait, the cover and the project covers, as if the owner had uploaded them. */
export async function seedPictures(deps: SeedPicturesDeps, userId: string): Promise<void> {
  const { db } = deps;
  const avatarMediaId = await storePicture(deps, userId, 'portrait', portrait);
  await db
    .updateTable('appUser')
    .set({ avatarMediaId })
    .where('id', '=', userId)
    .where('avatarMediaId', 'is', null)
    .execute();
  const { id: portfolioId } = await db
    .selectFrom('portfolio')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('portfolio')
    .set({ coverMediaId: await storePicture(deps, userId, 'cover', portfolioCover) })
    .where('id', '=', portfolioId)
    .execute();
  for (const [title, drawing] of Object.entries(covers))
    await db
      .updateTable('portfolioProject')
      .set({ coverMediaId: await storePicture(deps, userId, 'cover', drawing) })
      .where('portfolioId', '=', portfolioId)
      .where('title', '=', title)
      .execute();
}

/** Stores a drawing as if the person had uploaded it, and returns its id. */
export async function storePicture(
  { db, mediaStore }: SeedPicturesDeps,
  userId: string,
  name: string,
  svg: string,
): Promise<string> {
  const id = uuidv7();
  const path = join(tmpdir(), `liftoff-${id}.webp`);
  const mimeType = 'image/webp';
  try {
    // sharp takes 0.1 s to load, so it is loaded only here.
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
