import { defineCollection } from 'astro:content';
import { folderLoader } from '#lib/server/catalog/content/folder-loader.ts';
import { schemas } from '#lib/server/catalog/content/schemas/index.ts';

/**
 * Texts that an editor changes in a pull request. src/lib/server/catalog/content/schemas/ explains the fields of each folder,
 * and docs/content.md how to change them. Pages and the API read the same files through
 * src/lib/server/catalog/content/index.ts.
 */
export const collections = {
  programs: defineCollection({ loader: folderLoader('programs'), schema: schemas.programs }),
  batches: defineCollection({ loader: folderLoader('batches'), schema: schemas.batches }),
  coaches: defineCollection({ loader: folderLoader('coaches'), schema: schemas.coaches }),
  alumni: defineCollection({ loader: folderLoader('alumni'), schema: schemas.alumni }),
  reviews: defineCollection({ loader: folderLoader('reviews'), schema: schemas.reviews }),
  testimonials: defineCollection({ loader: folderLoader('testimonials'), schema: schemas.testimonials }),
  company: defineCollection({ loader: folderLoader('company'), schema: schemas.company }),
  payments: defineCollection({ loader: folderLoader('payments'), schema: schemas.payments }),
  legal: defineCollection({ loader: folderLoader('legal', '.md'), schema: schemas.legal }),
};
