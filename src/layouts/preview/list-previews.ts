import { listCoaches, listPrograms } from '#lib/server/catalog/content/index.ts';
import type { Preview } from './draw-preview.ts';
import { findDrawnPortrait } from './drawn-portraits.ts';

/** Lists the previews of the public pages, by the name that the page gives its layout. */
export function listPreviews(): Record<string, Preview> {
  const ofPrograms = listPrograms().map(({ slug, name, tagline, facts }): [string, Preview] => [
    `programs/${slug}`,
    { label: name, title: tagline.replace(/\.$/, ''), note: `${facts.duration}. ${facts.format}.` },
  ]);
  const ofCoaches = listCoaches().map(({ slug, name, headline, expertise }): [string, Preview] => [
    `coaches/${slug}`,
    {
      label: expertise.slice(0, 2).join(' · '),
      title: name,
      note: headline,
      portrait: findDrawnPortrait(slug),
    },
  ]);
  return {
    home: {
      label: 'Coaching, training, hiring',
      title: 'Learn the skills for your next job, and get hired',
      note: 'Coaching, training and open jobs in India.',
    },
    programs: {
      label: 'Programmes',
      title: 'Find the programme for your next career step',
      note: 'For whom, the fee, the dates and the coaches.',
    },
    ...Object.fromEntries([...ofPrograms, ...ofCoaches]),
    coaches: {
      label: 'Coaches',
      title: 'Our coaches',
      note: 'Find a coach by subject, industry and language.',
    },
    alumni: {
      label: 'Alumni',
      title: 'What our alumni do now',
      note: 'What they did before and what they do now.',
    },
    reviews: {
      label: 'Reviews',
      title: 'What learners say about our programmes',
      note: 'All reviews, also the critical ones.',
    },
    moonshot: {
      label: 'Moonshot, our hiring programme',
      title: 'Apply for a job. Train for it. Meet the team.',
      note: 'Free for candidates. A reply within 24 hours.',
    },
    jobs: {
      label: 'Moonshot jobs',
      title: 'Find your next job',
      note: 'Finance operations, voice support and sales.',
    },
    events: {
      label: 'Events',
      title: 'Free webinars and workshops',
      note: 'With coaches. Past ones have recordings.',
    },
    mastery: {
      label: 'PM Mastery',
      title: 'One product problem, two hours, one coach',
      note: 'Online and free, each month.',
    },
    scholarship: {
      label: 'Scholarship test',
      title: 'Win up to half of the fee',
      note: '40 questions in 60 minutes, online and free.',
    },
    certificates: {
      label: 'Certificates',
      title: 'Check a certificate',
      note: 'Enter its id and see whether it is valid.',
    },
    callback: {
      label: 'Calls',
      title: 'Ask for a call',
      note: 'Free, at a time that suits you.',
    },
    legal: {
      label: 'Help',
      title: 'What you can expect from Liftoff',
      note: 'Terms, privacy and refunds.',
    },
  };
}
