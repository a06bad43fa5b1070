import type { CDPSession, Locator, Page } from '@playwright/test';
import { aBooking, aSubject, aTopic, type Tutor } from '#tests/support/factories.ts';
import { aWeekOf, expect, test, type World } from './support/world.ts';

const INTERVALS_MS = [50, 120, 300, 500] as const;
/** Each screen takes every other interval in `npm test`, and all of them in `npm run test:deep`. */
const intervalsOf = (screen: number) => INTERVALS_MS.filter((_, index) => process.env.DEEP || index % 2 === screen % 2);
const PRESS_MS = 40;

type Pointer = 'touch' | 'mouse';
type Hand = { page: Page; doublePress: (control: Locator, intervalMs: number) => Promise<void> };

/** A finger or a mouse whose two presses carry the times of a person, however busy the machine is. */
async function aHand(page: Page, pointer: Pointer): Promise<Hand> {
  const cdp = await page.context().newCDPSession(page);
  return {
    page,
    async doublePress(control, intervalMs) {
      const { x, y } = await middleOf(control);
      const startsAt = Date.now();
      await press(cdp, pointer, { x, y, at: startsAt, index: 1 });
      // The interval between the two presses is what is tested.
      await new Promise((resolve) => setTimeout(resolve, startsAt + PRESS_MS + intervalMs - Date.now()));
      await press(cdp, pointer, { x, y, at: startsAt + PRESS_MS + intervalMs, index: 2 });
      await allInputHandled(page);
    },
  };
}

async function middleOf(control: Locator): Promise<{ x: number; y: number }> {
  await control.hover({ trial: true });
  let last = '';
  // The presses go to a place on the screen, from which late content must not push the control away.
  await expect
    .poll(async () => {
      const before = last;
      last = JSON.stringify(await control.boundingBox());
      return last === before;
    })
    .toBe(true);
  const box = await control.boundingBox();
  if (!box) throw new Error('the control is not on the screen');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

type Press = { x: number; y: number; at: number; index: number };

async function press(cdp: CDPSession, pointer: Pointer, { x, y, at, index }: Press): Promise<void> {
  const [downAt, upAt] = [at / 1000, (at + PRESS_MS) / 1000];
  if (pointer === 'touch') {
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }], timestamp: downAt });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: upAt });
    return;
  }
  const mouse = { x, y, button: 'left', clickCount: index } as const;
  await cdp.send('Input.dispatchMouseEvent', { ...mouse, type: 'mousePressed', timestamp: downAt });
  await cdp.send('Input.dispatchMouseEvent', { ...mouse, type: 'mouseReleased', timestamp: upAt });
}

/** Input arrives in order: once the page has seen this key, it has seen every press before it. */
async function allInputHandled(page: Page): Promise<void> {
  const keyUp = page.evaluate(() => new Promise<void>((resolve) => window.addEventListener('keyup', () => resolve(), { once: true, capture: true })));
  const isKeyUp = keyUp.then(() => true);
  let isDone = false;
  while (!isDone) {
    await page.keyboard.press('Shift');
    isDone = await Promise.race([isKeyUp, page.evaluate(() => new Promise<boolean>((resolve) => requestAnimationFrame(() => resolve(false))))]);
  }
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Book Session/ });
const next = (page: Page) => dialogOf(page).getByRole('button', { name: 'Next' });
const back = (page: Page) => dialogOf(page).getByRole('button', { name: 'Back' });

async function expectStep(page: Page, heading: string): Promise<void> {
  await expect(dialogOf(page).getByRole('heading', { level: 3 })).toHaveText(heading);
}

const choicesOf = (page: Page) =>
  dialogOf(page)
    .locator('form input:checked')
    .evaluateAll((inputs) => inputs.map((input) => input.closest('label')?.textContent));
const typedIn = (page: Page) => page.evaluate(() => document.activeElement?.matches('input, textarea, select') === true);

/** Where the button of the footer that leads on stands. */
async function positionOf(button: Locator) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  return [x, y, width, height].map(Math.round);
}

/** A button is a pixel lower for as long as a press on it lasts, and the second press may still do. */
async function expectAt(button: Locator, place: number[]): Promise<void> {
  await expect.poll(() => positionOf(button)).toEqual(place);
}

async function bookingsOf(world: World, tutorId: string): Promise<number> {
  const rows = await world.connection.sql`select 1 from bookings where tutor_id = ${tutorId}`;
  return rows.length;
}

/** As many topics as a tutor may have, so that the second step is a list of things to choose. */
async function aTutorWithTopics(world: World): Promise<Tutor> {
  const { db } = world.connection;
  const { id: subjectId } = await aSubject(db);
  const topics = await Promise.all(Array.from({ length: 5 }, () => aTopic(db, { subjectId })));
  const modes = [
    { type: 'online', rateCents: 150_000 },
    { type: 'home-visit', rateCents: 200_000 },
  ] as const;
  const slots = aWeekOf({ startMinute: 540, endMinute: 1260 });
  return world.aTutor({ subjects: [{ subjectId, topicIds: topics.map(({ id }) => id), modes, slots }] });
}

const SCREENS = [
  { width: 360, height: 740, pointer: 'touch' },
  { width: 768, height: 1024, pointer: 'touch' },
  { width: 768, height: 700, pointer: 'mouse' },
  { width: 1280, height: 800, pointer: 'mouse' },
] as const;

for (const [screen, { width, height, pointer }] of SCREENS.entries()) {
  // spec s8-meant.1 | S8 A | Two presses 50 to 500 ms apart go one step of the booking modal, choose nothing, and book nothing but with Book Session,
  //   and then once; at 360, 768 and 1280 px, with a finger and with a mouse | src/client/ui/double-press.ts
  // spec s8-meant.3 | S8 A | Next, Back and Book Session stand at one place in every step, whatever the dialog shows |
  //   src/client/features/booking-modal/booking-frame.tsx, src/client/ui/dialog.tsx
  test(`a double press goes one step, chooses nothing and books once: ${pointer}, ${width} x ${height}`, async ({ world }) => {
    const tutor = await aTutorWithTopics(world);
    const options = { viewport: { width, height }, hasTouch: pointer === 'touch', isMobile: width < 500 };

    for (const [index, interval] of intervalsOf(screen).entries()) {
      await test.step(`${interval} ms`, async () => {
        const page = await world.browserOf(await world.aStudent(), options);
        const { doublePress } = await aHand(page, pointer);
        const open = page.getByRole('button', { name: 'Book Session' });
        await page.goto(`/tutors/${tutor.id}`);
        await doublePress(open.filter({ visible: true }).first(), interval);
        await expectStep(page, 'Duration & Method');
        expect(await choicesOf(page)).toEqual([]);

        await dialogOf(page).getByText('1 hour', { exact: true }).click();
        await dialogOf(page).getByText('Online', { exact: true }).click();
        const place = await positionOf(next(page));
        await doublePress(next(page), interval);
        await expectStep(page, 'Select Topic');
        expect(await choicesOf(page)).toEqual(['No particular topicDecide together with the tutor']);
        await expectAt(next(page), place);

        await doublePress(back(page), interval);
        await expectStep(page, 'Duration & Method');
        await next(page).click();
        await expectStep(page, 'Select Topic');

        await dialogOf(page).getByText('No particular topic').click();
        await doublePress(next(page), interval);
        await expectStep(page, 'Choose Day & Time');
        await expectAt(next(page), place);
        expect(
          await dialogOf(page)
            .getByRole('group', { name: /^Times on/ })
            .locator('input:checked')
            .count(),
        ).toBe(0);

        const time = dialogOf(page)
          .getByRole('group', { name: /^Times on/ })
          .getByRole('radio', { disabled: false })
          .first();
        await time.check({ force: true });
        await doublePress(next(page), interval);
        await expectStep(page, 'Contact & Confirm');
        const book = dialogOf(page).getByRole('button', { name: 'Book Session' });
        await expectAt(book, place);
        expect(await typedIn(page)).toBe(false);
        expect(await bookingsOf(world, tutor.id)).toBe(index);

        await doublePress(back(page), interval);
        await expectStep(page, 'Choose Day & Time');
        await next(page).click();
        await expectStep(page, 'Contact & Confirm');

        await dialogOf(page).getByLabel('Notes for the tutor').fill('Chapter 3');
        await expect(book).toBeEnabled();
        await doublePress(book, interval);
        await expect(page).toHaveURL('/student/bookings');
        await expect(page.getByRole('article')).toHaveCount(1);
        expect(await bookingsOf(world, tutor.id)).toBe(index + 1);
      });
    }
  });
}

// spec s8-meant.5 | S8 A | A double press on Next Step of the registration chooses nothing in its second step |
//   src/client/features/auth/register-wizard.tsx
test('a double press on Next Step of the registration chooses nothing in the second step', async ({ world }) => {
  const page = await world.browserOf(null, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const { doublePress } = await aHand(page, 'touch');
  for (const interval of INTERVALS_MS) {
    await page.goto('/register');
    const form = page.getByRole('main');
    await form.getByLabel('Full name').fill('Ishara Jayawardena');
    await form.getByLabel('Email').fill('ishara.double@example.com');
    await form.getByLabel('Password', { exact: true }).fill('violet kettle 41');
    await form.getByLabel('Confirm password').fill('violet kettle 41');
    await doublePress(form.getByRole('button', { name: 'Next Step' }), interval);
    await expect(form.getByRole('heading', { name: 'Phone & Role Selection' })).toBeVisible();
    expect(await form.locator('input:checked').count()).toBe(0);
    expect(page.context().pages()).toHaveLength(1);
    await expect(form.getByText(/required|Please/)).toHaveCount(0);
  }
});

// spec s8-meant.6 | S8 A | The press that opens a dialog neither answers nor closes it when it comes twice | src/client/ui/dialog.tsx
test('a double press that opens the question about cancelling neither answers nor closes it', async ({ world }) => {
  const tutor = await world.aTutor();
  const student = await world.aStudent();
  const startTime = new Date(Date.now() + 10 * 86_400_000);
  const endTime = new Date(startTime.getTime() + 3_600_000);
  const { id } = await aBooking(world.connection.db, { tutor, student, status: 'confirmed', startTime, endTime });
  for (const { width, height, pointer } of [SCREENS[0], SCREENS[3]]) {
    const page = await world.browserOf(student, { viewport: { width, height }, hasTouch: pointer === 'touch', isMobile: width < 500 });
    const { doublePress } = await aHand(page, pointer);
    for (const interval of INTERVALS_MS) {
      await page.goto(`/bookings/${id}`);
      await doublePress(page.getByRole('article').getByRole('button', { name: /Cancel/ }), interval);
      await expect(page.getByRole('dialog').getByRole('button', { name: /Cancel/ })).toBeVisible();
    }
  }
  const [booking] = await world.connection.sql`select status from bookings where tutor_id = ${tutor.id}`;
  expect(booking?.status).toBe('confirmed');
});

// spec s8-meant.4 | S8 A | A key that is held down goes one step | src/client/ui/double-press.ts
test('a key that is held down goes one step', async ({ world }) => {
  const tutor = await world.aTutor();
  const page = await world.browserOf(await world.aStudent());
  await page.goto(`/tutors/${tutor.id}?book=1`);
  await dialogOf(page).getByText('1 hour', { exact: true }).click();
  await dialogOf(page).getByText('Online', { exact: true }).click();
  await next(page).focus();
  // Playwright repeats a key that is down already.
  for (let index = 0; index < 5; index += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expectStep(page, 'Select Topic');
});
