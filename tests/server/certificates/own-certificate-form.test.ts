import { expect, it, vi } from 'vitest';
import { handleOwnCertificateForm } from '#lib/server/certificates/own-certificate-form.ts';

it.each(['constructor', 'shown\uFFFD'])(
  '[C-40] a form of the unknown kind %j changes nothing',
  async (form) => {
    const api = vi.fn();
    const body = new URLSearchParams({
      form,
      certificateId: '01a22041-f680-7599-8ef8-6aaba6b10f74',
    }).toString();
    const request = new Request('https://liftoff.example/account/certificates/', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) },
      body,
    });
    const result = await handleOwnCertificateForm(api as never, { request } as never);
    expect(result).toMatchObject({ redirectTo: null, errors: { errorCode: 'VALIDATION_FAILED' } });
    expect(api).not.toHaveBeenCalled();
  },
);
