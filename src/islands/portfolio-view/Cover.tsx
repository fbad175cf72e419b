import type { Project } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { type ImageHeight, imageSrcset, imageUrl } from '#lib/domain/media/images.ts';

interface CoverProps {
  image: NonNullable<Project['coverImage']>;
  height: ImageHeight;
}

/**
 * A cover picture. It is decorative, because the title is beside it. Its dimensions reserve its space before it loads.
 */
export function Cover({ image, height }: CoverProps) {
  const { source, width, height: fullHeight } = image;
  const shownHeight = Math.min(height, fullHeight);
  const shownWidth = Math.round((width * shownHeight) / fullHeight);
  return (
    <img
      className="pf-cover"
      src={imageUrl({ source }, { height })}
      srcSet={imageSrcset({ source }, { width, height: fullHeight }) || undefined}
      sizes={`min(100vw, ${shownWidth}px)`}
      alt=""
      width={shownWidth}
      height={shownHeight}
      loading="lazy"
      decoding="async"
    />
  );
}
