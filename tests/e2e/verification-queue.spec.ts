import { inArray } from 'drizzle-orm';
import { tutorDocuments, tutorProfiles } from '#db/schema/tutors.ts';
import { anAdmin, unique } from '#tests/support/factories.ts';
import { aJpeg } from '#tests/support/images.ts';
import { violations } from './support/axe.ts';
import { expect, test, type World } from './support/world.ts';

// One after the other: each begins with the first who waits.
test.describe.configure({ mode: 'default' });

/** Before all others who wait. */
async function tutorsWhoWait(world: World, count: number, since: string) {
  const tutors = [];
  for (let index = 0; index < count; index += 1) {
    const createdAt = new Date(new Date(since).getTime() + index * 60_000);
    tutors.push(await world.aTutor({ isVerified: false, verificationStatus: 'pending', createdAt, user: { name: unique('Ruwan Silva') } }));
  }
  return tutors;
}

const nameOf = (tutor: { user: { name: string } } | undefined) => tutor?.user.name ?? '';

test.describe('the queue of tutors who wait for verification', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  // spec s12-desk.10 | S12 D | Five tutors are approved with at most 15 keys | src/client/features/verification/queue-page.tsx
  test('lets an admin approve five tutors with at most 15 keys', async ({ world }) => {
    const tutors = await tutorsWhoWait(world, 5, '2001-01-01T00:00:00Z');
    const page = await world.browserOf(await anAdmin(world.connection.db), { viewport: { width: 1280, height: 900 } });
    await page.goto('/admin/tutors');
    await page.getByRole('link', { name: /^Review one by one/ }).click();
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    for (const tutor of tutors) {
      await expect(page.getByRole('heading', { level: 2, name: nameOf(tutor) })).toBeVisible();
      await press('c');
      await expect(page.getByRole('checkbox', { name: 'Interview' })).toBeChecked();
      await press('a');
    }
    await expect(page.getByRole('heading', { level: 2, name: nameOf(tutors.at(-1)) })).toBeHidden();
    expect(keys).toBeLessThanOrEqual(15);
    const ids = tutors.map(({ id }) => id);
    const stored = await world.connection.db.select().from(tutorProfiles).where(inArray(tutorProfiles.id, ids));
    expect(stored.map(({ verificationStatus }) => verificationStatus)).toEqual(ids.map(() => 'approved'));
  });
});

// spec s12-desk.11 | S12 D | The queue works by touch at 360 px, with the document in the page | src/client/features/verification/document-viewer.tsx
test('the queue works by touch on a phone, with the document in the page', async ({ world, request }) => {
  const { db } = world.connection;
  const [first, second] = await tutorsWhoWait(world, 2, '2000-01-01T00:00:00Z');
  if (!first || !second) throw new Error('there are two');
  const upload = await request.post('/api/upload/verification-docs', {
    headers: { Authorization: `Bearer ${await world.tokenOf(first.user)}` },
    multipart: { documents: { name: 'card.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aJpeg()) } },
  });
  const { data } = await upload.json();
  await db.insert(tutorDocuments).values({ tutorId: first.id, uploadId: data[0].id, position: 0, type: 'identity' });

  const page = await world.browserOf(await anAdmin(db), { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
  await page.goto(`/admin/verification?tutor=${first.id}`);
  const viewer = page.getByRole('region', { name: 'Documents', exact: true });
  await expect(viewer.getByRole('img')).toHaveJSProperty('complete', true);
  expect(await viewer.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await viewer.getByRole('button', { name: 'Zoom in' }).tap();
  await expect(viewer.getByText('150%')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await page.getByRole('button', { name: 'Tick all' }).tap();
  await page.getByRole('button', { name: 'Approve' }).tap();
  await expect(page.getByRole('heading', { level: 2, name: second.user.name })).toBeVisible();
  await page.getByRole('button', { name: 'Reject' }).tap();
  const dialog = page.getByRole('dialog', { name: `Reject ${second.user.name}?` });
  await dialog.getByLabel('Template').selectOption({ index: 1 });
  await expect(dialog.getByLabel('Reason for the rejection')).not.toHaveValue('');
  await dialog.getByRole('button', { name: 'Reject', exact: true }).tap();
  await expect(page.getByText('Tutor rejected successfully')).toBeVisible();
});
