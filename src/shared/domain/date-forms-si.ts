import type { DateForms } from './date-forms.ts';

/** `සඳුදා, 2026 නොවැ. 23`, `ප.ව. 4:00` */
export const SINHALA_DATES: DateForms = {
  weekdays: ['සඳුදා', 'අඟහ', 'බදාදා', 'බ්‍රහස්', 'සිකු', 'සෙන', 'ඉරිදා'],
  columns: ['ස', 'අ', 'බ', 'බ්‍ර', 'සි', 'සෙ', 'ඉ'],
  months: ['ජන.', 'පෙබ.', 'මාර්තු', 'අප්‍රේල්', 'මැයි', 'ජූනි', 'ජූලි', 'අගෝ.', 'සැප්.', 'ඔක්.', 'නොවැ.', 'දෙසැ.'],
  longMonths: ['ජනවාරි', 'පෙබරවාරි', 'මාර්තු', 'අප්‍රේල්', 'මැයි', 'ජූනි', 'ජූලි', 'අගෝස්තු', 'සැප්තැම්බර්', 'ඔක්තෝබර්', 'නොවැම්බර්', 'දෙසැම්බර්'],
  date: ({ weekday, day, month, year }) => `${weekday}, ${year === null ? '' : `${year} `}${month} ${day}`,
  clock: ({ hour, minute, isMorning }) => `${isMorning ? 'පෙ.ව.' : 'ප.ව.'} ${hour}:${minute}`,
};
