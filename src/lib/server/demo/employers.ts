import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import type { MediaStore } from '#lib/server/media/store/index.ts';
import { employerLogos } from './jobs/employer-logos.ts';
import { type EmployerKey, employers } from './jobs/employers.ts';
import { demoPeople } from './person.ts';
import { storePicture } from './portfolios/seed-pictures.ts';

const contacts: Record<
  EmployerKey,
  { name: string; role: string; email: string; phone: string; note?: string }[]
> = {
  sarvalane: [
    {
      name: 'Madhavi Kulkarni',
      role: 'Head of associate hiring',
      email: 'madhavi.kulkarni@sarvalane.example',
      phone: '+91 80 4100 2210',
      note: 'Reads short lists on Tuesdays and Fridays.',
    },
    {
      name: 'Prakash Nambiar',
      role: 'Process manager, Chennai',
      email: 'prakash.nambiar@sarvalane.example',
      phone: '+91 44 4700 1188',
    },
  ],
  boliqo: [
    {
      name: 'Farida Shaikh',
      role: 'Talent partner',
      email: 'farida.shaikh@boliqo.example',
      phone: '+91 20 6700 4512',
      note: 'Call after 11 am, she is in interviews before.',
    },
  ],
};

/** Adds logos and contacts to the demo employers that have neither. */
export async function seedEmployerPages(db: Db, mediaStore: MediaStore): Promise<void> {
  const staff = await db
    .selectFrom('appUser')
    .select('id')
    .where('email', '=', demoPeople.kavita.email)
    .executeTakeFirst();
  if (!staff) return;
  for (const key of Object.keys(employers) as EmployerKey[]) {
    const employer = await db
      .selectFrom('employer')
      .select(['id', 'logoMediaId'])
      .where('slug', '=', employers[key].slug)
      .executeTakeFirst();
    if (!employer || employer.logoMediaId) continue;
    const logoMediaId = await storePicture({ db, mediaStore }, staff.id, 'logo', employerLogos[key]);
    await db.updateTable('employer').set({ logoMediaId }).where('id', '=', employer.id).execute();
    await seedContacts(db, employer.id, key);
  }
}

async function seedContacts(db: Db, employerId: string, key: EmployerKey): Promise<void> {
  const existing = await db
    .selectFrom('employerContact')
    .select('id')
    .where('employerId', '=', employerId)
    .limit(1)
    .executeTakeFirst();
  if (existing) return;
  await db
    .insertInto('employerContact')
    .values(
      contacts[key].map(({ note = null, ...contact }, index) => ({
        ...{ id: uuidv7(), employerId, ...contact, note, isMain: index === 0 },
      })),
    )
    .execute();
}
