import { defineCollection } from 'astro:content';
import { file, glob } from 'astro/loaders';
import { z } from 'astro/zod';

/** Texts that an editor changes in a pull request. */
export const collections = {
  /** `/terms/` and `/privacy-policy/` (APP-12): one Markdown file each, its `##` headings make the table of contents. */
  legal: defineCollection({
    loader: glob({ pattern: '*.md', base: './src/content/legal' }),
    schema: z.object({
      title: z.string(),
      /** The page's description for search engines, and its opening line. */
      summary: z.string(),
      /** The day from which this wording holds. */
      effectiveOn: z.coerce.date(),
    }),
  }),

  /** What people said, with their consent (APP-11): the home page shows one of them. */
  testimonials: defineCollection({
    loader: glob({ pattern: '*.yaml', base: './src/content/testimonials' }),
    schema: ({ image }) =>
      z.object({
        /** Without quotation marks: the page sets them. At most 320 characters, so that the three are alike in height. */
        quote: z.string().min(40).max(320),
        name: z.string(),
        role: z.string(),
        company: z.string(),
        /** A square, at least 192 px; an SVG or a photo from src/assets/portraits. */
        photo: image(),
      }),
  }),

  /** The programmes that the home page presents, in the order of the file. */
  programs: defineCollection({
    loader: file('./src/content/programs/programs.yaml'),
    schema: z.object({
      name: z.string(),
      order: z.number(),
      /** One of the drawings in layouts/parts/home/ProgramIcon.astro. */
      icon: z.enum(['ladder', 'launchpad', 'conversation']),
      summary: z.string(),
      /** Whom it is for, how long it takes, how it is taught: one short phrase each. */
      facts: z.object({ audience: z.string(), duration: z.string(), format: z.string() }),
    }),
  }),
};
