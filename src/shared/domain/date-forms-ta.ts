import type { DateForms } from './date-forms.ts';

/** The months as they are written in Sri Lanka: `திங்., 23 நவ. 2026`, `பிற்பகல் 4:00` */
export const TAMIL_DATES: DateForms = {
  weekdays: ['திங்.', 'செவ்.', 'புத.', 'வியா.', 'வெள்.', 'சனி', 'ஞாயி.'],
  columns: ['தி', 'செ', 'பு', 'வி', 'வெ', 'ச', 'ஞா'],
  months: ['ஜன.', 'பெப்.', 'மார்.', 'ஏப்.', 'மே', 'ஜூன்', 'ஜூலை', 'ஓக.', 'செப்.', 'ஒக்.', 'நவ.', 'டிச.'],
  longMonths: ['ஜனவரி', 'பெப்ரவரி', 'மார்ச்', 'ஏப்ரல்', 'மே', 'ஜூன்', 'ஜூலை', 'ஓகஸ்ட்', 'செப்டெம்பர்', 'ஒக்டோபர்', 'நவம்பர்', 'டிசம்பர்'],
  date: ({ weekday, day, month, year }) => `${weekday}, ${day} ${month}${year === null ? '' : ` ${year}`}`,
  clock: ({ hour, minute, isMorning }) => `${isMorning ? 'முற்பகல்' : 'பிற்பகல்'} ${hour}:${minute}`,
};
