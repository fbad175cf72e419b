import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findCurrent, listSectionGroups, staffSectionGroups } from '#lib/domain/staff/staff-navigation.ts';

const section = (href: string) => ({ href, label: '' });

test('every section of the navigation has a page', () => {
  const missing = staffSectionGroups
    .flatMap(({ sections }) => sections)
    .filter(({ href }) => !existsSync(`src/pages${href}index.astro`));
  expect(missing).toEqual([]);
});

test('only admins see the section of people', () => {
  const labels = (role: 'staff' | 'admin') =>
    listSectionGroups(role).flatMap(({ sections }) => sections.map(({ label }) => label));
  expect(labels('admin')).toContain('People');
  expect(labels('staff')).not.toContain('People');
});

test('the navigation marks the page itself, and the section of a page below it', () => {
  expect(findCurrent(section('/staff/jobs/'), '/staff/jobs/')).toBe('page');
  expect(findCurrent(section('/staff/jobs/'), '/staff/jobs/new/')).toBe('true');
  expect(findCurrent(section('/staff/jobs/'), '/staff/slots/')).toBeUndefined();
  expect(findCurrent(section('/staff/'), '/staff/')).toBe('page');
  expect(findCurrent(section('/staff/'), '/staff/jobs/')).toBeUndefined();
});
