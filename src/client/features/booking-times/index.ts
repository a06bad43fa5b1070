export { type ChosenTime, getChosenTime } from './chosen-time.ts';
export { TimeNotice } from './time-notice.tsx';
export { TimePicker } from './time-picker.tsx';
