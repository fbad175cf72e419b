import { getCompany } from '#lib/server/catalog/content/index.ts';

/** Questions that candidates ask before they apply. */
export const moonshotQuestions = [
  {
    question: 'What does it cost me?',
    answer: `Nothing. The employer pays us and pays for the training. If anybody asks you for money in our name, write to ${getCompany().email} at once.`,
  },
  {
    question: 'Do I need experience?',
    answer:
      'Not for most jobs marked “First job”. Jobs marked “Some experience” say on their page how much you need.',
  },
  {
    question: 'How long until I hear back?',
    answer:
      'Within 24 hours after you send your application. A person reads it and replies. You see every step and its date under My applications.',
  },
  {
    question: 'What is the training, and what does it cost?',
    answer:
      'Many jobs include a training in their tools and tasks. It is free. The page of the job says when it comes, how many days it takes, and if it is online.',
  },
  {
    question: 'Can I move my interview?',
    answer: 'Yes, twice, until four hours before it begins. You choose another time yourself.',
  },
] as const;
