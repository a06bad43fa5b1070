export { type ChosenTime, getChosenTime } from './chosen-time.ts';
export { LostTimeNotice, TimeNotice } from './time-notice.tsx';
export { TimePicker } from './time-picker.tsx';
