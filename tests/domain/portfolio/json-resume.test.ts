import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as fields from '#lib/contract/portfolio/portfolio-fields.ts';
import { educations, experiences } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { type ResumeContent, toJsonResume } from '#lib/domain/portfolio/import/export-json-resume.ts';
import { parseJsonResume } from '#lib/domain/portfolio/import/parse-json-resume.ts';
import { planImport } from '#lib/domain/portfolio/import/plan-import.ts';

const empty: ResumeContent = {
  headline: '',
  about: '',
  location: '',
  openTo: [],
  skills: [],
  links: [],
  projects: [],
  publishedWorks: [],
  experience: [],
  education: [],
};

const full: ResumeContent = {
  headline: 'Accounts payable associate',
  about: 'I like **numbers**.\n\n- and order\n- <b>always</b>',
  location: 'Pune, India',
  openTo: ['WORK', 'MENTORING'],
  skills: ['Excel', 'SAP'],
  links: [
    { url: 'https://www.linkedin.com/in/asha', label: 'linkedin.com/in/asha' },
    { url: 'https://asha.example/', label: 'My own site' },
  ],
  projects: [
    {
      title: 'Three-way match',
      summary: 'Fewer exceptions.',
      role: 'Analyst',
      problem: 'Invoices waited.\n\nFor weeks.',
      approach: 'A pivot table.',
      outcome: '- 40 % fewer\n- calmer Mondays',
      startedOn: '2024-05',
      endedOn: null,
      skills: ['Excel'],
      documentUrl: 'https://docs.google.com/document/d/e/2PACX-1/pub',
      isFeatured: true,
      visible: true,
    },
    {
      title: 'Three-way match',
      summary: '',
      role: '',
      problem: '',
      approach: '',
      outcome: '',
      startedOn: null,
      endedOn: '2023',
      skills: [],
      documentUrl: null,
      isFeatured: false,
      visible: false,
    },
  ],
  publishedWorks: [
    {
      kind: 'TALK',
      title: 'What an auditor asks',
      publisher: 'Finance Meetup',
      publishedOn: '2025-02-11',
      url: 'https://example.com/talk',
      summary: '',
      visible: true,
    },
  ],
  experience: [
    {
      title: 'Associate',
      company: 'Meridian',
      location: 'Pune',
      startedOn: '2023-06',
      endedOn: null,
      summary: 'Invoices.',
    },
  ],
  education: [
    {
      institution: 'Fergusson College',
      degree: 'B.Com., accounting',
      startedOn: '2019',
      endedOn: '2022',
      summary: 'With honours.',
    },
  ],
};

/** Serializes and parses the résumé, as a file does. */
function exported(content: ResumeContent): unknown {
  const portfolio = {
    ...content,
    slug: 'asha-verma',
    owner: { firstName: 'Asha', lastName: 'Verma' },
    email: null,
    phone: null,
    links: content.links.map((link) => ({ ...link, kind: 'WEBSITE' })),
    certificates: [],
    updatedAt: '2026-11-21T10:00:00.000Z',
  };
  return JSON.parse(
    JSON.stringify(toJsonResume(portfolio, 'https://liftoff.example/portfolios/asha-verma/')),
  );
}

/** Returns the portfolio after the import, with its entries in order. */
function imported(current: ResumeContent, file: unknown): ResumeContent {
  const { fields: plain, changes: _, ...lists } = planImport(current, parseJsonResume(file));
  return {
    ...plain,
    links: lists.links.added,
    projects: lists.projects.added,
    publishedWorks: lists.publishedWorks.added,
    experience: lists.experience.added,
    education: lists.education.added,
  };
}

const rowsOf = (current: ResumeContent, file: unknown, ...kinds: string[]) =>
  planImport(current, parseJsonResume(file)).changes.filter(({ kind }) => kinds.includes(kind));

describe('export and import', () => {
  test('an export can be imported completely into an empty portfolio', () => {
    expect(imported(empty, exported(full))).toEqual(full);
  });

  test('importing the same file again changes nothing', () => {
    expect(rowsOf(full, exported(full), 'ADD', 'CHANGE', 'SKIP')).toEqual([]);
    expect(rowsOf(full, exported(full), 'KEEP').length).toBeGreaterThan(5);
  });

  test('any portfolio can be exported and imported without loss', () => {
    const text = fc.string({ maxLength: 40 }).map((one) =>
      one
        .normalize('NFC')
        .replace(/[^\p{L}\p{N} .,<>&"']/gu, '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
    const date = fc.constantFrom(null, '2019', '2020-02', '2021-12-31');
    const job = fc.record({
      title: text,
      company: text,
      location: text,
      startedOn: date,
      endedOn: fc.constant(null),
      summary: text,
    });
    const content = fc.record({
      headline: text,
      about: text,
      location: text,
      experience: fc.array(job, { maxLength: 5 }),
    });
    fc.assert(
      fc.property(content, (some) => {
        const experience = some.experience.map((one, index) => ({
          ...one,
          title: `${one.title} ${index}`.trim(),
        }));
        const one = { ...empty, ...some, experience };
        expect(imported(empty, exported(one))).toEqual(one);
      }),
    );
  });
});

describe('a résumé of another tool', () => {
  test('highlights, keywords, areas and courses are imported', () => {
    const { content } = parseJsonResume({
      basics: {
        label: 'Clerk',
        location: { city: 'Pune', region: 'MH', countryCode: 'IN' },
        url: 'asha.example',
      },
      work: [
        {
          name: 'Meridian',
          position: 'Clerk',
          startDate: '2020-01-15',
          endDate: 'Present',
          summary: 'Books.',
          highlights: ['Closed in 3 days'],
        },
      ],
      education: [{ institution: 'FC', studyType: 'B.Com.', area: 'Accounting', courses: ['Audit'] }],
      skills: [{ name: 'Excel', keywords: ['Pivot tables', 'excel'] }],
      projects: [{ name: 'Match', highlights: ['40 % fewer'] }],
    });
    expect(content.location).toBe('Pune, MH, IN');
    expect(content.links).toEqual([{ url: 'https://asha.example/', label: 'asha.example' }]);
    expect(content.experience[0]).toEqual({
      title: 'Clerk',
      company: 'Meridian',
      location: '',
      startedOn: '2020-01-15',
      endedOn: null,
      summary: 'Books.\n\n• Closed in 3 days',
    });
    expect(content.education[0]).toMatchObject({ degree: 'B.Com., Accounting', summary: '• Audit' });
    expect(content.skills).toEqual(['Excel', 'Pivot tables']);
    expect(content.projects[0]?.outcome).toBe('• 40 % fewer');
  });

  test('[C-36] an address that is not http or https is skipped and listed', () => {
    const file = {
      basics: { profiles: [{ network: 'Mine', url: 'javascript:alert(1)' }] },
      publications: [{ name: 'Paper', url: 'data:text/html,x' }],
      projects: [{ name: 'Match', url: 'https://user:secret@example.com/' }],
      languages: [{ language: 'Marathi' }],
    };
    expect(parseJsonResume(file).content.links).toEqual([]);
    expect(rowsOf(empty, file, 'SKIP').map(({ label }) => label)).toEqual([
      'Mine',
      'Address of Match',
      'Paper',
      'Languages (1)',
    ]);
    expect(parseJsonResume(file).content.projects[0]?.documentUrl).toBeNull();
  });

  test('fields that the résumé does not have stay, and changed ones are shown before and after', () => {
    const file = {
      basics: { label: 'Team lead' },
      work: [{ name: 'Meridian', position: 'Associate', startDate: '2023-06', endDate: '2026-03' }],
    };
    expect(rowsOf(full, file, 'ADD', 'CHANGE')).toEqual([
      {
        section: 'BASICS',
        kind: 'CHANGE',
        label: 'Headline',
        before: 'Accounts payable associate',
        after: 'Team lead',
        key: 'BASICS/Headline',
        options: ['REPLACE', 'SKIP'],
        choice: 'SKIP',
      },
      {
        section: 'EXPERIENCE',
        kind: 'CHANGE',
        label: 'Associate, Meridian',
        before: null,
        after: 'Until: Mar 2026',
        key: 'EXPERIENCE/0',
        options: ['REPLACE', 'SKIP'],
        // Only an empty field is filled.
        choice: 'REPLACE',
      },
    ]);
    const { experience, fields: plain } = planImport(full, parseJsonResume(file));
    expect(experience.changed).toEqual([{ ...full.experience[0], endedOn: '2026-03' }]);
    expect(plain).toMatchObject({ headline: 'Team lead', about: full.about, skills: full.skills });
  });

  test('[API-33] at most one project is featured, and the featured one stays', () => {
    const featured = (name: string) => ({ name, liftoff: { isFeatured: true } });
    const file = { projects: [featured('One'), featured('Two')] };
    expect(
      planImport(empty, parseJsonResume(file)).projects.added.map(({ isFeatured }) => isFeatured),
    ).toEqual([true, false]);
    expect(planImport(full, parseJsonResume(file)).projects.added.some(({ isFeatured }) => isFeatured)).toBe(
      false,
    );
  });

  test('entries over the limit are listed', () => {
    const file = {
      work: Array.from({ length: 22 }, (_, index) => ({ name: 'Meridian', position: `Job ${index}` })),
    };
    const { experience, changes } = planImport(empty, parseJsonResume(file));
    expect(experience.added).toHaveLength(20);
    expect(changes.filter(({ kind }) => kind === 'SKIP').map(({ label }) => label)).toEqual([
      'Job 20, Meridian',
      'Job 21, Meridian',
    ]);
  });
});

describe('[API-30] a choice for each item', () => {
  const file = {
    basics: { profiles: [{ network: 'LinkedIn', url: 'http://linkedin.com/in/asha/' }] },
    work: [
      { name: 'MERIDIAN', position: 'associate', startDate: '2023-07' },
      { name: 'Meridian', position: 'Trainee', startDate: '2022-01' },
    ],
    education: [{ institution: 'Fergusson college', studyType: 'BCom', endDate: '2022' }],
    publications: [{ name: 'What an auditor asks!', url: 'https://other.example/talk' }],
    skills: [{ name: 'excel' }, { name: 'Tally' }],
  };
  const keysOf = (kind: string) => rowsOf(full, file, kind).map(({ key }) => key);

  test('what differs in spelling only exists already; what is nearly the same is offered', () => {
    expect(keysOf('KEEP')).toEqual(['SKILLS/0', 'LINKS/0']);
    expect(keysOf('ADD')).toEqual(['SKILLS/1', 'EXPERIENCE/1']);
    expect(keysOf('CHANGE')).toEqual(['PUBLISHED_WORKS/0', 'EXPERIENCE/0', 'EDUCATION/0']);
    for (const row of rowsOf(full, file, 'CHANGE'))
      expect(row).toMatchObject({ options: ['ADD', 'REPLACE', 'SKIP'], choice: 'SKIP' });
  });

  test('an item without a choice is skipped, and an impossible choice too', () => {
    const plan = planImport(
      full,
      parseJsonResume(file),
      new Map([
        ['SKILLS/1', 'REPLACE'],
        ['SKILLS/0', 'ADD'],
        ['EXPERIENCE/0', 'ADD'],
        ['EDUCATION/0', 'REPLACE'],
      ]),
    );
    expect(plan.fields.skills).toEqual(full.skills);
    expect(plan.experience).toMatchObject({ changed: [], added: [{ title: 'associate' }] });
    expect(plan.education).toMatchObject({ changed: [{ degree: 'BCom', startedOn: '2019' }], added: [] });
    expect(plan.publishedWorks).toEqual({ changed: [], added: [] });
  });
});

test('for any file, the imported values follow the rules of the forms', () => {
  const any = fc.anything({ maxDepth: 2, withNullPrototype: false });
  const entry = fc.record({
    name: any,
    position: any,
    summary: any,
    startDate: any,
    endDate: any,
    institution: any,
    studyType: any,
    url: any,
    liftoff: any,
  });
  fc.assert(
    fc.property(
      fc.record({
        basics: any,
        work: fc.array(entry),
        education: fc.array(entry),
        projects: fc.array(entry),
        skills: any,
      }),
      (file) => {
        const { content } = parseJsonResume(file);
        fields.headline.parse(content.headline);
        fields.about.parse(content.about);
        fields.location.parse(content.location);
        const id = () => crypto.randomUUID();
        experiences.parse(content.experience.slice(0, 20).map((one) => ({ id: id(), ...one })));
        educations.parse(content.education.slice(0, 20).map((one) => ({ id: id(), ...one })));
        for (const { title } of content.projects) fields.projectTitle.parse(title);
      },
    ),
  );
});
