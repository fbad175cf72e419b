import { beforeEach, expect, test, vi } from 'vitest';
import { createAvatar } from '#lib/stores/account/avatar.ts';
import { $user } from '#lib/stores/account/user.ts';
import { errorResponse, json, stubBrowser, wireUser } from '../../support/fake-api.ts';
import { type FakeUpload, stubUploads, wireMedia } from '../../support/media/fake-upload.ts';
import { waitFor } from '../../support/wait-for.ts';

const update = 'PATCH /api/v1/user/update/';
const wireAvatar = { '192X192': { url: '/images/thumb/192/media/m1' }, s3_url: '/media/m1/avatar.webp' };
const file = new File(['x'], 'me.jpg', { type: 'image/jpeg' });

let uploads: FakeUpload[];
let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  browser = stubBrowser();
  uploads = stubUploads();
  $user.set(null);
  browser.on(update, ({ avatar_media_id }) =>
    json({ user: wireUser({ avatar: avatar_media_id && wireAvatar }), user_profiles: [] }),
  );
});

interface Picture {
  width: number;
  height: number;
  close(): void;
}

/** Fakes a browser that decodes every file as a picture of this size. */
function open(tools: { openPicture?: () => Promise<Picture> } = {}) {
  const closed = vi.fn();
  const drawn: object[] = [];
  const avatar = createAvatar<Picture>({
    openPicture: async () => ({ width: 900, height: 600, close: closed }),
    drawSquare: async (_, crop, most) => {
      drawn.push({ ...crop, most });
      return new Blob(['square'], { type: 'image/webp' });
    },
    ...tools,
  });
  return { avatar, closed, drawn };
}

async function sending(): Promise<FakeUpload> {
  return waitFor(() => uploads.at(-1) ?? Promise.reject(new Error('nothing was sent')));
}

test('[USER-01] a chosen picture is cropped, uploaded and becomes the avatar', async () => {
  const { avatar, closed, drawn } = open();
  await avatar.choose(file);
  expect(avatar.$step.get()).toBe('cropping');
  expect(avatar.$crop.get()).toEqual({ left: 150, top: 0, side: 600 });
  avatar.zoomTo(2);
  avatar.moveBy(50, -10);
  const saved = avatar.save();
  const upload = await sending();
  expect(drawn).toEqual([{ left: 350, top: 140, side: 300, most: 512 }]);
  expect(upload.form?.get('public')).toBe('true');
  upload.progress(50);
  expect([avatar.$step.get(), avatar.$fraction.get()]).toEqual(['sending', 0.5]);
  // During the upload the crop stays as it is.
  avatar.moveBy(9, 9);
  expect(avatar.$crop.get().left).toBe(350);
  upload.answer(200, wireMedia());
  await saved;
  expect(browser.sentTo(update).map(({ body }) => body)).toEqual([{ avatar_media_id: 'm1' }]);
  expect($user.get()?.avatar?.['192X192'].url).toBe('/images/thumb/192/media/m1');
  expect([avatar.$step.get(), avatar.$notice.get(), avatar.$picture.get()]).toEqual(['idle', 'saved', null]);
  expect(closed).toHaveBeenCalledOnce();
});

test('[FORM-12] no file, an empty file and a file that is no picture show errors', async () => {
  const { avatar } = open({ openPicture: () => Promise.reject(new Error('InvalidStateError')) });
  await avatar.choose(null);
  expect(avatar.$failure.get()?.message).toBe('Please choose a file');
  await avatar.choose(new File([], 'a.jpg'));
  expect(avatar.$failure.get()?.message).toBe('Please choose a file');
  await avatar.choose(file);
  expect(avatar.$failure.get()?.message).toMatch(/cannot be read/);
  expect(avatar.$step.get()).toBe('idle');
});

test('after a cancelled upload the square can be chosen again; closing discards the picture', async () => {
  const { avatar, closed } = open();
  await avatar.choose(file);
  const saved = avatar.save();
  const upload = await sending();
  avatar.cancel();
  await saved;
  expect([upload.isAborted, avatar.$step.get(), avatar.$failure.get()]).toEqual([true, 'cropping', null]);
  avatar.cancel();
  expect([avatar.$step.get(), avatar.$picture.get()]).toEqual(['idle', null]);
  expect(closed).toHaveBeenCalledOnce();
  expect(browser.sent).toEqual([]);
});

test('a file that is decoded after the dialog was closed is discarded', async () => {
  const { promise, resolve } = Promise.withResolvers<{ width: number; height: number; close: () => void }>();
  const { avatar } = open({ openPicture: () => promise });
  const close = vi.fn();
  const chosen = avatar.choose(file);
  avatar.close();
  resolve({ width: 9, height: 9, close });
  await chosen;
  expect([avatar.$step.get(), avatar.$picture.get()]).toEqual(['idle', null]);
  expect(close).toHaveBeenCalledOnce();
});

test('[FORM-13] a rejection is shown beside the picture, which can be sent again', async () => {
  const { avatar } = open();
  await avatar.choose(file);
  const saved = avatar.save();
  (await sending()).answer(
    429,
    await errorResponse(429, 'UPLOAD_QUOTA_EXCEEDED', 'Try again in 9 min.').json(),
  );
  await saved;
  expect([avatar.$step.get(), avatar.$failure.get()?.message]).toEqual(['cropping', 'Try again in 9 min.']);
  const again = avatar.save();
  await waitFor(() => expect(uploads).toHaveLength(2));
  expect(avatar.$failure.get()).toBeNull();
  uploads[1]?.answer(200, wireMedia());
  await again;
  expect(avatar.$notice.get()).toBe('saved');
});

test('[USER-02] after the picture is removed the letter is shown again; a failure keeps the picture', async () => {
  const { avatar } = open();
  await avatar.remove();
  expect(browser.sentTo(update)[0]?.body).toEqual({ avatar_media_id: null });
  expect([$user.get()?.avatar, avatar.$notice.get()]).toEqual([null, 'removed']);
  browser.on(update, () => errorResponse(503, 'SERVICE_UNAVAILABLE', 'The service is busy.'));
  await avatar.remove();
  expect(avatar.$failure.get()?.message).toBe('The service is busy.');
  expect([avatar.$step.get(), avatar.$notice.get()]).toEqual(['idle', null]);
});

test('[USER-01] a removed picture can be put back', async () => {
  const { avatar } = open();
  await avatar.undoRemoval();
  expect(browser.sentTo(update)).toEqual([]);
  await avatar.remove({ '192X192': wireAvatar['192X192'], s3Url: wireAvatar.s3_url });
  await avatar.undoRemoval();
  expect(browser.sentTo(update).map(({ body }) => body)).toEqual([
    { avatar_media_id: null },
    { avatar_media_id: 'm1' },
  ]);
  expect([$user.get()?.avatar?.s3Url, avatar.$notice.get()]).toEqual([wireAvatar.s3_url, 'saved']);
});
