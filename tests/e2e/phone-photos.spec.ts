import { aNoisyJpeg } from '#tests/support/images.ts';
import { expect, test } from './support/world.ts';

const PHONE = { viewport: { width: 360, height: 800 } };
const LIMIT = 2_097_152;

// spec s12-ways.2 | S12 A | A photo of 3 MB becomes profile photo and document; a corrupt one gets the specified sentence |
//   src/client/lib/images/redraw-image.ts, src/client/features/account/photo-section.tsx
test('a photo of a phone is made smaller and accepted, and a corrupt one is refused', async ({ world }) => {
  const tutor = await world.aTutor();
  const page = await world.browserOf(tutor.user, PHONE);
  const photo = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await aNoisyJpeg() };
  expect(photo.buffer.length).toBeGreaterThan(3_000_000);
  const corrupt = { ...photo, name: 'broken.jpg', buffer: Buffer.alloc(LIMIT + 1, 7) };
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/upload/')) sent.push(request.url());
  });
  await page.goto('/tutor/profile');

  const chooser = page.locator('#photo input[type=file]');
  await chooser.setInputFiles(corrupt);
  await expect(page.getByText('File size must be less than 2MB')).toBeVisible();
  await chooser.setInputFiles(photo);
  await page.getByRole('dialog').getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByText('Profile image uploaded successfully!')).toBeVisible();

  await page.locator('input[type=file][aria-label="Verification documents"]').setInputFiles([corrupt, photo]);
  await expect(page.getByText('broken.jpg is too large. Maximum file size is 2MB.')).toBeVisible();
  await expect(page.getByText('1 image(s) uploaded successfully!')).toBeVisible();
  await expect(page.getByText('IMG_1.jpg')).toBeVisible();
  expect(sent).toHaveLength(2);
});
