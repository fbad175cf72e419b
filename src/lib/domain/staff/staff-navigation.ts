/** The sections of the staff's pages, in the order of the navigation. A new section is one line here. */

export interface StaffSection {
  /** The path of its first page; all its pages are below it. */
  href: string;
  label: string;
  /** True for a section that only admins see. */
  isForAdmins?: boolean;
}

export const staffSections: readonly StaffSection[] = [
  { href: '/staff/', label: 'Today' },
  { href: '/staff/applications/', label: 'Applications' },
  { href: '/staff/jobs/', label: 'Jobs' },
  { href: '/staff/candidates/', label: 'Candidates' },
  { href: '/staff/leads/', label: 'Leads' },
  { href: '/staff/enrolments/', label: 'Enrolments' },
  { href: '/staff/batches/', label: 'Training' },
  { href: '/staff/slots/', label: 'Interviews' },
  { href: '/staff/placements/', label: 'Placements' },
  { href: '/staff/audit/', label: 'Audit' },
  { href: '/staff/people/', label: 'People', isForAdmins: true },
];

/** Lists the sections that a person with this role sees. */
export const listSections = (role: 'staff' | 'admin' | undefined): readonly StaffSection[] =>
  staffSections.filter(({ isForAdmins }) => !isForAdmins || role === 'admin');

/** Returns the `aria-current` of a section's link on the page with this path. */
export function findCurrent({ href }: StaffSection, path: string): 'page' | 'true' | undefined {
  if (path === href) return 'page';
  return href !== '/staff/' && path.startsWith(href) ? 'true' : undefined;
}
