/** The sections of the staff's pages, in the groups and the order of the navigation. A new section is one line here. */

export interface StaffSection {
  /** The path of its first page; all its pages are below it. */
  href: string;
  label: string;
  /** True for a section that only admins see. */
  isForAdmins?: boolean;
}

export interface StaffSectionGroup {
  /** Null for the page of the day, which stands above the groups. */
  label: string | null;
  sections: readonly StaffSection[];
}

export const staffSectionGroups: readonly StaffSectionGroup[] = [
  { label: null, sections: [{ href: '/staff/', label: 'Today' }] },
  {
    label: 'Hiring',
    sections: [
      { href: '/staff/applications/', label: 'Applications' },
      { href: '/staff/jobs/', label: 'Jobs' },
      { href: '/staff/employers/', label: 'Employers' },
      { href: '/staff/candidates/', label: 'Candidates' },
      { href: '/staff/batches/', label: 'Training' },
      { href: '/staff/slots/', label: 'Interviews' },
      { href: '/staff/placements/', label: 'Placements' },
    ],
  },
  {
    label: 'Programmes',
    sections: [
      { href: '/staff/leads/', label: 'Leads' },
      { href: '/staff/enrolments/', label: 'Enrolments' },
      { href: '/staff/events/', label: 'Events' },
      { href: '/staff/mock-interviews/', label: 'Mock interviews' },
      { href: '/staff/scholarships/', label: 'Scholarships' },
      { href: '/staff/mastery/', label: 'PM Mastery' },
      { href: '/staff/certificates/', label: 'Certificates' },
    ],
  },
  {
    label: 'Office',
    sections: [
      { href: '/staff/reports/', label: 'Reports' },
      { href: '/staff/templates/', label: 'Templates' },
      { href: '/staff/messages/', label: 'Failed messages' },
      { href: '/staff/audit/', label: 'Audit' },
      { href: '/staff/people/', label: 'People', isForAdmins: true },
      { href: '/staff/settings/', label: 'Settings', isForAdmins: true },
      { href: '/staff/privacy/', label: 'Privacy requests', isForAdmins: true },
    ],
  },
];

/** Lists the groups with the sections that a person with this role sees. */
export const listSectionGroups = (role: 'staff' | 'admin' | undefined): readonly StaffSectionGroup[] =>
  staffSectionGroups.map(({ label, sections }) => ({
    label,
    sections: sections.filter(({ isForAdmins }) => !isForAdmins || role === 'admin'),
  }));

/** Returns the `aria-current` of a section's link on the page with this path. */
export function findCurrent({ href }: StaffSection, path: string): 'page' | 'true' | undefined {
  if (path === href) return 'page';
  return href !== '/staff/' && path.startsWith(href) ? 'true' : undefined;
}
