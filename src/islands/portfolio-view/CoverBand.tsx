import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { imageSrcset, imageUrl } from '#lib/domain/media/images.ts';

interface CoverBandProps {
  image: NonNullable<Portfolio['coverImage']>;
  /** The height of the picture that is shown, in percent from its top. */
  position: number;
}

/** The wide picture above a person's name. It is decorative. The policy forbids style attributes, so a rule has each position. */
export function CoverBand({ image: { source, width, height }, position }: CoverBandProps) {
  return (
    <img
      className="pf-band"
      data-position={Math.round(position / 10) * 10}
      src={imageUrl({ source }, { height: 640 })}
      srcSet={imageSrcset({ source }, { width, height }) || undefined}
      sizes="100vw"
      alt=""
      width={width}
      height={height}
      decoding="async"
    />
  );
}
