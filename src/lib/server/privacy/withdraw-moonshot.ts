import { v7 as uuidv7 } from 'uuid';
import { consentText } from '#lib/domain/account/consent-texts.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import { withdrawApplications } from './end-matters.ts';

/**
 * Withdraws a person's consent to Moonshot: ends their open applications and deletes the details that employers would get. The consent
 * stays in their list, with its days. A repeat changes nothing. [API-40]
 */
export async function withdrawMoonshot(
  deps: Pick<ApiDeps, 'db' | 'messages' | 'config'>,
  userId: string,
): Promise<void> {
  await withdrawApplications(deps, userId);
  await deps.db.transaction().execute(async (trx) => {
    const registration = await trx
      .deleteFrom('candidateRegistration')
      .where('userId', '=', userId)
      .returning(['consentedAt', 'consentVersion'])
      .executeTakeFirst();
    if (!registration) return;
    await trx
      .insertInto('consent')
      .values({
        ...{
          id: uuidv7(),
          userId,
          kind: 'moonshot',
          channel: null,
          wording: consentText('MOONSHOT', registration.consentVersion),
        },
        ...{ grantedAt: registration.consentedAt, withdrawnAt: new Date() },
      })
      .execute();
  });
}
