import { vi } from 'vitest';

/** A fake XMLHttpRequest upload whose response the test sends. */
export class FakeUpload {
  method = '';
  url = '';
  headers: Record<string, string> = {};
  form: FormData | null = null;
  status = 0;
  responseText = '';
  timeout = 0;
  isAborted = false;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  ontimeout?: () => void;
  onabort?: () => void;
  onloadend?: () => void;

  open(method: string, url: string): void {
    Object.assign(this, { method, url });
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  send(form: FormData): void {
    this.form = form;
  }

  get file(): File {
    const file = this.form?.get('file');
    if (!(file instanceof File)) throw new Error('no file was sent');
    return file;
  }

  abort(): void {
    this.isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }

  progress(loaded: number, total = 100): void {
    this.upload.onprogress?.({ loaded, total });
  }

  answer(status: number, body: unknown): void {
    Object.assign(this, { status, responseText: typeof body === 'string' ? body : JSON.stringify(body) });
    this.onload?.();
    this.onloadend?.();
  }

  fail(how: 'onerror' | 'ontimeout'): void {
    this[how]?.();
    this.onloadend?.();
  }
}

/** Replaces XMLHttpRequest. Returns the list of all uploads, oldest first. */
export function stubUploads(): FakeUpload[] {
  const uploads: FakeUpload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeUpload {
      constructor() {
        super();
        uploads.push(this);
      }
    },
  );
  return uploads;
}

/** A stored picture as JSON of the API. */
export const wireMedia = (change: object = {}) => ({
  id: 'm1',
  kind: 'IMAGE',
  mime_type: 'image/webp',
  name: 'me.webp',
  bytes: 9,
  width: 512,
  height: 512,
  is_public: true,
  url: '/media/m1/me.webp',
  source: 'media/m1',
  created_at: '2026-01-01T00:00:00.000Z',
  ...change,
});
