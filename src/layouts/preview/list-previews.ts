import { listPrograms } from '#lib/server/catalog/content/index.ts';
import type { Preview } from './draw-preview.ts';

/** Lists the previews of the public pages, by the name that the page gives its layout. */
export function listPreviews(): Record<string, Preview> {
  const ofPrograms = listPrograms().map(({ slug, name, tagline, facts }): [string, Preview] => [
    `programs/${slug}`,
    { label: name, title: tagline.replace(/\.$/, ''), note: `${facts.duration}. ${facts.format}.` },
  ]);
  return {
    home: {
      label: 'Coaching, training, hiring',
      title: 'Your next job starts with people who back you',
      note: 'You never apply into silence.',
    },
    programs: {
      label: 'Programmes',
      title: 'A programme for every stretch of the way',
      note: 'From a first job to a change of craft, with a coach beside you.',
    },
    ...Object.fromEntries(ofPrograms),
    coaches: {
      label: 'Coaches',
      title: 'People who do the work teach the work',
      note: 'Find a coach by craft and by industry.',
    },
    alumni: {
      label: 'Alumni',
      title: 'Where people went from here',
      note: 'The step each of them made, in their own words.',
    },
    reviews: {
      label: 'Reviews',
      title: 'What learners say afterwards',
      note: 'Every review by programme, the critical ones too.',
    },
    moonshot: {
      label: 'Moonshot, our hiring programme',
      title: 'Apply once. Train for that very job. Meet the team.',
      note: 'Free for candidates. A reply within 24 hours.',
    },
    jobs: {
      label: 'Moonshot jobs',
      title: 'Find your next job',
      note: 'Finance operations, voice support and sales.',
    },
    callback: {
      label: 'Talk to us',
      title: 'Talk to a counsellor',
      note: 'A conversation about your next step, at a time that suits you.',
    },
    legal: {
      label: 'The fine print',
      title: 'What you can expect of Liftoff',
      note: 'Terms and privacy, in words that people read.',
    },
  };
}
