import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { removeUndrawable } from '#lib/domain/media/typeface.ts';
import { openToLabels } from '#lib/domain/portfolio/portfolio.ts';
import { formatPersonName } from '#lib/domain/portfolio/portfolio-text.ts';
import type { Db } from '#lib/server/db/index.ts';
import { mediaImageSource } from '#lib/server/media/image-source.ts';
import type { MediaStore } from '#lib/server/media/store/index.ts';

/** Returns the text, portrait and cover of a portfolio's preview. The headline replaces a name that the font cannot draw. */
export function describePortfolioPreview(portfolio: Portfolio, db: Db, mediaStore: MediaStore) {
  const { owner, coverImage, headline, openTo, location } = portfolio;
  const name = removeUndrawable(formatPersonName(owner));
  const work = removeUndrawable(headline);
  const facts = [removeUndrawable(location), ...openTo.map((one) => openToLabels[one])]
    .filter(Boolean)
    .join(' · ');
  const words = name
    ? {
        label: facts || 'Portfolio',
        title: name,
        note: work || 'Projects, experience, verified certificates.',
      }
    : {
        label: 'Portfolio',
        title: work || 'A portfolio',
        note: facts || 'Projects, experience, verified certificates.',
      };
  const portraitId = owner.avatar?.s3Url.split('/')[2] ?? null;
  const coverId = coverImage?.mediaId ?? null;
  const readPicture = async (id: string | null) => {
    const image = id ? await mediaImageSource(db, mediaStore).find(id) : null;
    return (await image?.read()) ?? null;
  };
  return {
    words,
    pictureIds: [portraitId, coverId],
    readPictures: async () => ({
      portrait: await readPicture(portraitId),
      cover: await readPicture(coverId),
    }),
  };
}
