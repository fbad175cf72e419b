import type { webhookRoutes } from '#lib/contract/staff/settings/webhooks.ts';
import type { Handlers } from '#lib/server/context.ts';
import { presentPage } from '../list-page.ts';
import { requireAdmin } from '../require-staff.ts';
import { listDeliveries, requireDelivery } from './find-deliveries.ts';
import { listWebhooks, requireWebhook } from './find-webhooks.ts';
import { sendAgain, sendTest } from './send-events.ts';
import { createWebhook, deleteWebhook, replaceSecret, setActive, updateWebhook } from './write-webhook.ts';

/** Handlers of webhooks, for admins. */
export const webhookHandlers: Handlers<keyof typeof webhookRoutes> = {
  'GET /api/v1/staff/webhooks/': async ({ db, session }) => {
    await requireAdmin(db, session);
    return { results: await listWebhooks(db) };
  },

  'POST /api/v1/staff/webhooks/create/': async ({ body, ...deps }) => {
    await requireAdmin(deps.db, deps.session);
    const secret = await createWebhook(deps, body);
    return { webhook: await requireWebhook(deps.db, body.id), secret };
  },

  'GET /api/v1/staff/webhooks/{webhookId}/': async ({ db, session, params }) => {
    await requireAdmin(db, session);
    return requireWebhook(db, params.webhookId);
  },

  'PATCH /api/v1/staff/webhooks/{webhookId}/update/': async ({ params, body, ...deps }) => {
    await requireAdmin(deps.db, deps.session);
    await updateWebhook(deps, params.webhookId, body);
    return requireWebhook(deps.db, params.webhookId);
  },

  'POST /api/v1/staff/webhooks/{webhookId}/replace-secret/': async ({ params, body, ...deps }) => {
    await requireAdmin(deps.db, deps.session);
    const secret = await replaceSecret(deps, params.webhookId, body.version);
    return { webhook: await requireWebhook(deps.db, params.webhookId), secret };
  },

  'POST /api/v1/staff/webhooks/{webhookId}/set-active/': async ({ db, session, params, body }) => {
    await requireAdmin(db, session);
    await setActive(db, session.user.id, params.webhookId, body.isActive);
    return requireWebhook(db, params.webhookId);
  },

  'POST /api/v1/staff/webhooks/{webhookId}/delete/': async ({ db, session, params }) => {
    await requireAdmin(db, session);
    await deleteWebhook(db, session.user.id, params.webhookId);
    return {};
  },

  'POST /api/v1/staff/webhooks/{webhookId}/send-test/': async ({ session, params, ...deps }) => {
    await requireAdmin(deps.db, session);
    const id = await sendTest(deps, session.user.id, params.webhookId);
    await deps.messages.deliverQueued('systems');
    return requireDelivery(deps.db, params.webhookId, id);
  },

  'GET /api/v1/staff/webhooks/{webhookId}/deliveries/': async ({ db, session, params, query }) => {
    await requireAdmin(db, session);
    const { id } = await requireWebhook(db, params.webhookId);
    const page = await listDeliveries(db, id, query);
    return presentPage(`/api/v1/staff/webhooks/${id}/deliveries/`, query, page);
  },

  'POST /api/v1/staff/webhooks/{webhookId}/deliveries/{deliveryId}/send-again/': async ({
    session,
    params,
    ...deps
  }) => {
    await requireAdmin(deps.db, session);
    await sendAgain(deps, session.user.id, params.webhookId, params.deliveryId);
    await deps.messages.deliverQueued('systems');
    return requireDelivery(deps.db, params.webhookId, params.deliveryId);
  },
};
