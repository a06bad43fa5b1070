import { callerAs } from '#tests/support/callers.ts';
import { anAdmin, aUser, unique } from '#tests/support/factories.ts';
import { aCompleteProfile } from '#tests/support/profiles.ts';
import { expect, test } from './support/world.ts';

const CHECKS = ['Documents', 'Education', 'Experience', 'Background', 'Interview'];

// spec s5.4 | S5 | A full verification and a full edit of the catalogue, in two browsers | src/client/routes/admin/tutors.tsx
// spec manage-tutors.5, s5-bad-input.3
test('an admin reviews a tutor: rejected with a reason, mended, approved, and known to all', async ({ world }) => {
  test.slow();
  const { db } = world.connection;
  const name = unique('Ishara Wickrama');
  const tutor = await aUser(db, {
    role: 'tutor',
    name,
    email: `${unique('ishara').replace(' ', '.')}@example.com`,
    profileImage: '/files/photos/me.png',
  });
  const as = callerAs({ db }, tutor, { now: () => new Date() });
  const { tutor: profile } = await as.tutors.saveProfile({ ...(await aCompleteProfile(db, tutor)), bio: '' });
  const own = await world.browserOf(tutor);
  await own.goto('/tutor/profile');
  await own.getByLabel('About you and your teaching').fill('I teach physics.');
  await own.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(own.getByText('Under Review', { exact: true })).toBeVisible();

  const admin = await anAdmin(db);
  const adminPage = await world.browserOf(admin);
  await adminPage.goto('/admin/tutors');
  await adminPage.getByLabel('Search tutors').fill(name);
  await adminPage.getByLabel('Search tutors').press('Enter');
  const row = adminPage.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Under Review');
  const other = await adminPage.context().newPage();
  await other.goto(adminPage.url());
  await other.getByRole('button', { name: `Review ${name}` }).click();
  await expect(other.getByRole('dialog').getByText('I teach physics.')).toBeVisible();

  await adminPage.getByRole('button', { name: `Review ${name}` }).click();
  const modal = adminPage.getByRole('dialog', { name: `Verification of ${name}` });
  await modal.getByRole('button', { name: 'Approve' }).click();
  await expect(modal.getByText('Please complete all verification checks before approving')).toBeVisible();
  await modal.getByRole('button', { name: 'Reject' }).click();
  const rejecting = adminPage.getByRole('dialog', { name: `Reject ${name}?` });
  await rejecting.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(rejecting.getByText('Please provide a reason for rejection')).toBeVisible();
  await rejecting.getByLabel('Reason for the rejection').fill('Please say where you studied.');
  await rejecting.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(adminPage.getByText('Tutor rejected successfully')).toBeVisible();

  await expect(own.getByText('Please say where you studied.').first()).toBeVisible();
  await own.getByLabel('About you and your teaching').fill('I studied in Colombo, and teach physics.');
  await own.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(own.getByText('Under Review', { exact: true })).toBeVisible();

  await adminPage.goto(`/admin/tutors?q=${encodeURIComponent(name)}`);
  await adminPage.getByRole('button', { name: `Review ${name}` }).click();
  await expect(modal.getByText('I studied in Colombo, and teach physics.')).toBeVisible();
  for (const check of CHECKS) await modal.getByRole('checkbox', { name: check }).check({ force: true });
  await modal.getByRole('button', { name: 'Approve' }).click();
  await expect(adminPage.getByText('Tutor verified successfully')).toBeVisible();
  await expect(own.getByRole('status').filter({ hasText: 'Verified' })).toBeVisible();

  // The other tab had been left open on what was there before.
  const dialog = other.getByRole('dialog', { name: `Verification of ${name}` });
  for (const check of CHECKS) await dialog.getByRole('checkbox', { name: check }).check({ force: true });
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog.getByRole('button', { name: 'Unverify' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Approve' })).toBeHidden();

  const visitor = await world.browserOf(null);
  await visitor.goto(`/tutors/${profile.id}`);
  await expect(visitor.getByText('Verified', { exact: true }).first()).toBeVisible();
  await adminPage.goto(`/admin/audit?q=${encodeURIComponent(name)}`);
  await expect(adminPage.getByText('Please say where you studied.').or(adminPage.getByText(name)).first()).toBeVisible();
});

// spec errors.67, s5.4, s5-bad-input.7
test('an admin edits the catalogue, and visitors find what is there', async ({ world }) => {
  const { db } = world.connection;
  const [category, renamed, subject, topic] = ['Astronomy', 'Sky and Space', 'Star Maps', 'Comets'].map(unique) as [string, string, string, string];
  const adminPage = await world.browserOf(await anAdmin(db));
  await adminPage.goto('/admin/subject-categories');
  await adminPage.getByRole('button', { name: 'Add Category' }).click();
  const dialog = adminPage.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Category' }).click();
  await expect(dialog.getByText('Category name is required')).toBeVisible();
  await dialog.getByLabel(/^Name(?! in)/).fill(category);
  await dialog.getByLabel('Order').fill('abc');
  await dialog.getByRole('button', { name: 'Add Category' }).click();
  await expect(adminPage.getByText('Category created successfully')).toBeVisible();
  const card = adminPage.getByRole('listitem').filter({ has: adminPage.getByRole('heading', { name: category }) });
  await expect(card).toContainText('No description provided');
  await expect(card).toContainText('Order 0');

  await adminPage.goto('/admin/subjects');
  await adminPage.getByRole('button', { name: 'Add Subject' }).first().click();
  await dialog.getByLabel(/^Name(?! in)/).fill(subject);
  await dialog.getByLabel('Category').selectOption({ label: category });
  await dialog.getByRole('button', { name: 'Add Subject' }).click();
  await expect(adminPage.getByText('Subject created successfully')).toBeVisible();
  await adminPage.goto(`/admin/subjects?q=${encodeURIComponent(subject)}`);
  await adminPage
    .getByRole('button', { name: `Manage Topics of ${subject}` })
    .or(adminPage.getByRole('link', { name: `Manage Topics of ${subject}` }))
    .click();
  await expect(adminPage.getByRole('heading', { name: 'No topics yet' })).toBeVisible();
  await adminPage.getByRole('button', { name: 'Create First Topic' }).click();
  await dialog.getByLabel(/^Name(?! in)/).fill(topic);
  // By key: a press in a dialog that has just opened in the place of the last press is ignored.
  await dialog.getByRole('button', { name: 'Add Topic' }).press('Enter');
  await expect(adminPage.getByText('Topic created successfully')).toBeVisible();

  const visitor = await world.browserOf(null);
  await visitor.goto('/tutors?category=all');
  const filters = visitor.getByLabel('Subject', { exact: true });
  await expect(filters.locator('option', { hasText: subject })).toHaveCount(1);

  await adminPage.goto('/admin/subject-categories');
  await card.getByRole('button', { name: `Edit ${category}` }).click();
  await dialog.getByLabel(/^Name(?! in)/).fill(renamed);
  await dialog.getByRole('button', { name: 'Save Category' }).click();
  await expect(adminPage.getByText('Category updated successfully')).toBeVisible();
  await expect(adminPage.getByRole('heading', { name: renamed })).toBeVisible();

  await adminPage.goto(`/admin/subjects?q=${encodeURIComponent(subject)}`);
  await adminPage.getByRole('button', { name: `Deactivate ${subject}` }).click();
  await expect(adminPage.getByText('Subject status updated successfully')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(filters.locator('option')).not.toHaveCount(0);
  await expect(filters.locator('option', { hasText: subject })).toHaveCount(0);

  await adminPage.getByRole('button', { name: `Delete ${subject}` }).click();
  await expect(adminPage.getByText('Are you sure you want to delete this subject? This will also delete all associated topics.')).toBeVisible();
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await expect(adminPage.getByText('Subject deleted successfully')).toBeVisible();
});

// spec announcements.3
test('an announcement reaches whoever is there at once, and is told once', async ({ world }) => {
  const { db } = world.connection;
  const title = unique('New exam dates');
  const student = await world.aStudent();
  const page = await world.browserOf(student);
  await page.goto('/student/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const adminPage = await world.browserOf(await anAdmin(db));
  await adminPage.goto('/admin/announcements');
  await adminPage.getByRole('radio', { name: 'Students' }).check({ force: true });
  await adminPage.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await adminPage.getByRole('textbox', { name: 'Message', exact: true }).fill('They begin on Monday.');
  await adminPage.getByRole('button', { name: 'Send announcement' }).click();
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await expect(adminPage.getByText('Announcement sent successfully')).toBeVisible();
  await expect(page.getByText(title)).toBeVisible();
  await expect(page.getByRole('link', { name: /Notifications, \d+ unread/ })).toBeVisible();

  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: title })).toHaveCount(1);
  await expect(page.getByText('They begin on Monday.')).toHaveCount(1);
});

// spec suspending.1
test('whoever is suspended is out at once, and those with sessions are told', async ({ world }) => {
  const { db } = world.connection;
  const student = await world.aStudent({ name: unique('Dinuka Peiris') });
  const page = await world.browserOf(student);
  await page.goto('/student/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const adminPage = await world.browserOf(await anAdmin(db));
  await adminPage.goto('/admin/students');
  await adminPage.getByRole('searchbox').fill(student.name);
  await adminPage.getByRole('searchbox').press('Enter');
  // The row may be in the list before, and moves when the others go.
  await expect(adminPage.getByText('1 student', { exact: true })).toBeVisible();
  await adminPage.getByRole('row').filter({ hasText: student.name }).getByRole('button', { name: /^More/ }).click();
  await adminPage
    .getByRole('menuitem', { name: 'Suspend' })
    .or(adminPage.getByRole('button', { name: 'Suspend', exact: true }))
    .first()
    .click();
  const dialog = adminPage.getByRole('dialog');
  await dialog.getByLabel('Reason for the suspension').fill('Sent spam.');
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(adminPage.getByRole('row').filter({ hasText: student.name })).toContainText('Suspended');
  await page.goto('/student/bookings');
  await expect(page).toHaveURL(/\/login/);
});
