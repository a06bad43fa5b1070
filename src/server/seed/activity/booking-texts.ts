/** What students write with a request. */
export const NOTES: readonly string[] = [
  'I have a term test in three weeks and would like to revise from the beginning.',
  'Please go slowly at first, I missed a month of school.',
  'Can we use last year’s paper? I will send a photo before.',
  'My mother will sit in for the first ten minutes.',
  'I am a repeater, theory is okay, I need practice with the structured part.',
  'Sinhala medium please, with English terms.',
  'I can only use the phone for this one, laptop is being repaired.',
  'We live on the second floor, please ring the green bell.',
  'It is for my daughter in Grade 10.',
  'I understand the lesson in class but cannot do the sums alone.',
  'Could you bring the model papers? I will pay for the copies.',
  'தமிழ் மொழி மூலம் கற்பித்தால் நல்லது.',
  'පාඩමට කලින් කියවන්න දෙයක් තියෙනවා නම් එවන්න පුළුවන්ද?',
  'Need help to plan the last two months before the exam.',
  'Interview on Monday, so mostly speaking please.',
];

export const STREETS: readonly string[] = [
  '14/2, Temple Road',
  '88, Station Road',
  '27B, Lake View Gardens',
  '5, 2nd Cross Lane',
  '112/7, Hospital Road',
  '36, School Lane',
  '9, Palmyrah Avenue',
  '61, Old Kesbewa Road',
  '203/4, Main Street',
  '18, Sea Beach Road',
];

export const STUDENT_REASONS: readonly string[] = [
  'School has moved our term test to that day.',
  'I am down with fever, sorry.',
  'We have a family function that afternoon.',
  'I booked the wrong subject by mistake.',
  'My father is travelling and cannot drop me.',
];

export const TUTOR_REASONS: readonly string[] = [
  'I have to attend a school meeting at that time, please choose another slot.',
  'No power in our area that day according to the schedule.',
  'I am on duty that evening.',
  'Family emergency. I am very sorry, please book again next week.',
];

export const REJECTIONS: readonly string[] = [
  'The degree certificate is not readable. Please upload a clear photo of the whole page.',
  'The name on the certificate differs from the name of the account. Please add a document that shows both.',
];
