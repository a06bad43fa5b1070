import { SUCCESS } from '#shared/messages.ts';
import { unique } from '#tests/support/factories.ts';
import { sentencesIn } from './support/catalogue.ts';
import { readerOfEnglish } from './support/english.ts';
import { expect, test } from './support/world.ts';

const withoutElements = (sentence: string) => sentence.replace(/<\/?\d+>/g, '');
/** What a sentence says around its value. */
const around = (sentence: string) => sentence.replace(/\{\w+\}/, '').trim();

for (const locale of ['si', 'ta']) {
  // spec s15-screens.2 | S15 2, 3 | A student signs up, finds a tutor, books, and cancels in Sinhala or Tamil, the tutor looks on in it, and no
  //   sentence on the way is English | src/client/routes/register.tsx, src/client/features/booking-modal/booking-modal.tsx
  test(`a student signs up in /${locale}, books a session and cancels it, and the tutor reads of it in that language`, async ({ world }) => {
    const say = sentencesIn(locale);
    const tutor = await world.aTutor({ user: { emailVerifiedAt: new Date() } });
    const page = await world.browserOf(null, { viewport: { width: 360, height: 800 } });
    const [main, dialog] = [page.getByRole('main'), page.getByRole('dialog')];

    const student = unique('Sanduni Perera');
    const englishOn = await readerOfEnglish(world.connection, [student]);
    const english = () => englishOn(page);
    await page.goto(`/${locale}/register`);
    await main.getByLabel(say('Full name')).fill(student);
    await main.getByLabel(say('Email'), { exact: true }).fill(`sanduni.${locale}.${Date.now()}@example.com`);
    await main.getByLabel(say('Password'), { exact: true }).fill('correct horse');
    await main.getByLabel(say('Confirm password')).fill('correct horse');
    expect(await english()).toEqual([]);
    // By key: a press in the place of the last one, on a page that has just opened, is ignored.
    await main.getByRole('button', { name: say('Next Step') }).press('Enter');
    await main.getByLabel(say('Phone number (optional)')).fill('0771234567');
    await main.getByRole('radio', { name: say('Looking for tutors') }).check({ force: true });
    const terms = withoutElements(say('I agree to the <0>Terms of Service</0> and <1>Privacy Policy</1>'));
    await main.getByRole('checkbox', { name: terms }).check();
    expect(await english()).toEqual([]);
    await main.getByRole('button', { name: say('Create Account') }).click();
    await expect(page).toHaveURL(`/${locale}/student/dashboard`);
    await expect(page.getByText(say(SUCCESS.register))).toBeVisible();
    await expect(main.getByRole('heading', { level: 1 })).toContainText(around(say('Welcome, {firstName}')));
    expect(await english()).toEqual([]);

    await main
      .getByRole('link', { name: say('Find Tutors') })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`/${locale}/tutors`));
    const search = say('Search tutors');
    await page
      .getByRole('searchbox', { name: search })
      .or(page.getByRole('combobox', { name: search }))
      .fill(tutor.user.name);
    await page.keyboard.press('Enter');
    // What was found before would go away under the press, and may begin with the same tutor.
    await expect(main.getByRole('article')).toHaveCount(1);
    await expect(main.getByRole('article')).toContainText(tutor.user.name);
    // By key, as above: this is faster than anybody types, and the link may lie where the last press was.
    await page.getByRole('link', { name: tutor.user.name, exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: tutor.user.name })).toBeVisible();
    expect(await english()).toEqual([]);

    await page
      .getByRole('button', { name: say('Book Session') })
      .first()
      .click();
    await expect(dialog.getByRole('heading', { name: say('Duration & Method') })).toBeVisible();
    // The shortest duration.
    await dialog.getByRole('radio').first().check({ force: true });
    await dialog.getByRole('radio', { name: say('Online') }).check({ force: true });
    for (const step of ['Select Topic', 'Choose Day & Time', 'Contact & Confirm']) {
      expect(await english(), `before ${step}`).toEqual([]);
      await dialog.getByRole('button', { name: say('Next'), exact: true }).click();
      await expect(dialog.getByRole('heading', { name: say(step) })).toBeVisible();
      const times = dialog.getByRole('group', { name: around(say('Times on {day}')) });
      if (step === 'Choose Day & Time') await times.getByRole('radio', { disabled: false }).first().check({ force: true });
    }
    await expect(dialog.getByLabel(say('Contact number'))).toHaveValue('0771234567');
    expect(await english()).toEqual([]);
    await dialog.getByRole('button', { name: say('Book Session') }).click();
    await expect(page).toHaveURL(`/${locale}/student/bookings`);
    const row = page.getByRole('article').filter({ hasText: tutor.user.name });
    await expect(row.getByText(say('Pending'), { exact: true })).toBeVisible();
    expect(await english()).toEqual([]);

    const tutorPage = await world.browserOf(tutor.user, { viewport: { width: 360, height: 800 } });
    await tutorPage.goto(`/${locale}/tutor/bookings?filter=pending`);
    const request = tutorPage.getByRole('article').filter({ hasText: student });
    await expect(request.getByRole('button', { name: say('Confirm'), exact: true })).toBeVisible();
    expect(await englishOn(tutorPage)).toEqual([]);

    await row.getByRole('button', { name: around(say('More actions for {heading}')) }).click();
    await page.getByRole('menuitem', { name: say('Cancel', 'a booking'), exact: true }).click();
    await expect(dialog.getByText(say('Cancel this request?'))).toBeVisible();
    expect(await english()).toEqual([]);
    await dialog.getByRole('button', { name: say('Cancel Booking'), exact: true }).press('Enter');
    await expect(page.getByText(say(SUCCESS.bookingCancelled))).toBeVisible();
    await expect(request).toHaveCount(0);
    expect(await english()).toEqual([]);
    expect(await englishOn(tutorPage)).toEqual([]);
  });
}
