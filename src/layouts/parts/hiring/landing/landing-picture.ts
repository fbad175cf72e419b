import dawn from '#assets/pictures/dawn.webp';

/** The picture on top of the Moonshot page. Its head preloads the same picture, so both read it here. [IMG-02] */
export const landingPicture = {
  src: dawn,
  name: 'pictures/dawn',
  alt: 'At dawn two people on a hill watch the paper plane that they have let fly.',
  sizes: '(width >= 1025px) 27rem, (width >= 600px) calc(100vw - 4rem), calc(100vw - 2.5rem)',
} as const;
