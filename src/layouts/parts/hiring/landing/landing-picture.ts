import dawn from '#assets/pictures/dawn.webp';

/** The picture at the top of the Moonshot page. The page's head preloads it, so both import it from here. [IMG-02] */
export const landingPicture = {
  src: dawn,
  name: 'pictures/dawn',
  alt: 'Two people on a hill at dawn watch their paper plane.',
  sizes: '(width >= 1025px) 27rem, (width >= 600px) calc(100vw - 4rem), calc(100vw - 2.5rem)',
} as const;
