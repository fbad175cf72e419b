import dawn from '#assets/pictures/dawn.webp';

/** What the top of the Moonshot page shows, and its head asks for early (IMG-02): the two must say the same. */
export const landingPicture = {
  src: dawn,
  name: 'pictures/dawn',
  alt: 'At dawn two people on a hill watch the paper plane that they have let fly.',
  sizes: '(width >= 1025px) 27rem, (width >= 600px) calc(100vw - 4rem), calc(100vw - 2.5rem)',
} as const;
