/** Questions that candidates ask before they apply. */
export const moonshotQuestions = [
  {
    question: 'What does it cost me?',
    answer:
      'Nothing, at any point. The employer pays for the training and for us. Whoever asks you for money in our name does not work for us: please tell us.',
  },
  {
    question: 'Do I need experience?',
    answer:
      'Not for the associate jobs at level CL12: they are meant as first jobs, with training. Level CL13 asks for a year or more, and each job says what counts.',
  },
  {
    question: 'How long until I hear back?',
    answer:
      'A person looks at your application within 24 hours and tells you whether it goes on. You see every step and its date under My applications.',
  },
  {
    question: 'What is the training, and is it paid?',
    answer:
      'Between five days and three weeks, online or at the employer’s centre, in what the job asks on its first day. It is free. Whether there is a stipend is written in each job.',
  },
  {
    question: 'Can I move my interview?',
    answer:
      'Yes, twice, until four hours before it begins. You choose another slot yourself; nobody thinks the less of you.',
  },
] as const;
