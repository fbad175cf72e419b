import type { Project } from '#lib/contract/portfolio/portfolio.ts';
import { type ImageHeight, imageSrcset, imageUrl } from '#lib/domain/media/images.ts';

interface CoverProps {
  image: NonNullable<Project['coverImage']>;
  height: ImageHeight;
}

/** Decorative: the title stands beside it. Keeps its place before it comes. */
export function Cover({ image, height }: CoverProps) {
  const { source, width, height: full } = image;
  const shown = Math.min(height, full);
  return (
    <img
      className="pf-cover"
      src={imageUrl({ source }, { height })}
      srcSet={imageSrcset({ source }, { width, height: full }) || undefined}
      sizes={`min(100vw, ${Math.round((width * shown) / full)}px)`}
      alt=""
      width={Math.round((width * shown) / full)}
      height={shown}
      loading="lazy"
      decoding="async"
    />
  );
}
