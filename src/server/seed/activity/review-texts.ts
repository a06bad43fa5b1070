import type { TeachingMedium } from '#shared/vocabulary/people.ts';

/** Who may have written it: `any` fits every subject. */
export type ReviewField = 'any' | 'science' | 'commerce' | 'school' | 'language' | 'arts' | 'computing' | 'exam';
export type ReviewText = { stars: 1 | 2 | 3 | 4 | 5; field: ReviewField; text: string; script?: TeachingMedium };

const FIVE: Record<ReviewField, readonly string[]> = {
  any: [
    'Explains the same thing three different ways until I get it. Never once made me feel stupid.',
    'Very patient. My marks went from 38 to 71 in two terms.',
    'Always on time, always prepared. My son now reminds ME about the class.',
    'Best money we spent this year, honestly.',
    'I was scared of this subject since Grade 9. Not any more.',
    'Clear, kind and a little bit strict. Exactly what my daughter needed.',
    'Sends a short summary after every lesson, which is so useful before exams.',
    'We had tried two big classes in town before. One hour here is worth a whole Saturday there.',
    'Answers questions even on poya days. Thank you, really.',
    'Got my A! Could not have done it without you.',
    'The first lesson was only questions about what I find hard. Then a plan. We are following it and it works.',
    'Lessons never feel like an hour. Highly recommended.',
    'My internet is bad and there is always a way around it, worksheets, voice notes, whatever it takes.',
  ],
  science: [
    'Finally I understand why the acceleration is zero at the mean position and not just that it is.',
    'Past paper questions are done properly, with the marking scheme. My structured essays are much better now.',
    'Integration by parts used to be magic, now it is a routine. Thank you!',
    'Draws everything. I can close my eyes in the exam and see the diagram.',
    'Practical session with the spectrometer was brilliant. School never let us touch it.',
    'Organic conversions as a map on one A3 sheet. It is on my bedroom wall.',
    'Biology with drawings and patient stories. I look forward to Saturdays.',
    'Island rank 214. I put it down to the weekly paper and these lessons.',
  ],
  commerce: [
    'Company accounts finally balance. So does my mood.',
    'Real examples from real (anonymous) companies. Much better than the tute.',
    'Diagrams for every theory and an essay plan for every question. Very organised.',
    'I passed AAT Level I at the first attempt after failing the mock with 22.',
    'Makes even LKAS 16 interesting, I do not know how.',
  ],
  school: [
    'My daughter passed the scholarship with 171 marks and never lost her smile.',
    'He used to hide his maths book. Now he does sums on the bus.',
    'Uses bottle tops, string and stories. Children love it.',
    'From an S to a B at the second term test. We hope for an A in December.',
    'Homework is marked with little stars and comments. Such a caring teacher.',
    'Speaks to the child, not over the child. As a parent I value that very much.',
  ],
  language: [
    'I gave a presentation at work in English last week and nobody died, including me.',
    'IELTS 7.5 overall, 7 in writing. The comments on my essays were pure gold.',
    'Passed N4! Arigatou gozaimasu, sensei.',
    'We speak from the first minute. I stopped translating in my head after about a month.',
    'EPS exam passed with 165. Listening every day is hard but it is the secret.',
    'DELF A2 with 88/100 and my little one sings French songs in the bath.',
    'My Tamil colleagues were so surprised when I answered the phone in Tamil. Worth every rupee.',
  ],
  arts: [
    'Grade 3 with distinction! We are so proud of her.',
    'Never shouts, always claps the rhythm with you. My son practises without being told.',
    'I am 52 and learning for the first time. No question was too silly.',
    'Knows the tradition deeply and explains the why of every step.',
    'Beautiful teaching. The whole house is full of music now.',
  ],
  computing: [
    'Built and deployed my own shop site in nine lessons. Code reviews are honest and kind.',
    'Explained pointers and references with cups and sugar. It stuck.',
    'My ten-year-old made a working traffic light and explained it to her grandfather.',
    'Got my first internship. The mock interview was tougher than the real one!',
    'I am 67 and now I can video call my grandchildren in Melbourne. God bless.',
  ],
  exam: [
    'Passed Corporate Taxation on my third attempt and my first with proper guidance.',
    'Templates for every computation. You simply cannot go wrong in the exam.',
    'A* in IAL Maths. Miss knows those mark schemes better than the examiners.',
    'Case study coaching was the difference. Selected for the SLAS interview!',
    'Straight to the point, exam focused, no time wasted. Suits working people.',
  ],
};

const FOUR: Record<ReviewField, readonly string[]> = {
  any: [
    'Very good lessons. Sometimes we run a bit over time, which is nice for me but difficult with the bus.',
    'Good teacher, clear notes. I would like a little more homework.',
    'Really helpful. One class had to be moved at short notice, otherwise perfect.',
    'Knows the subject very well. A little fast in the beginning, slowed down when I asked.',
    'Good value. The connection was poor on two evenings.',
    'My daughter is happy and her marks are improving slowly. Friendly and punctual.',
    'Nice explanations, especially in Sinhala medium. Handwriting could be bigger on the screen.',
    'Solid and reliable. We will continue next term.',
  ],
  science: [
    'Theory is excellent. I would have liked more MCQ practice before the term test.',
    'Great with mechanics, we skipped electronics a bit quickly.',
  ],
  commerce: ['Good plan and good notes. More past papers please.', 'Explains costing very well. Law part was a bit dry.'],
  school: ['Good with children. It took my son a few lessons to open up.', 'Very nice teacher. We asked for a bit more discipline and got it.'],
  language: [
    'I speak more confidently. Grammar explanations could be a little longer.',
    'Good listening practice. The book is expensive, though you can borrow it.',
  ],
  arts: ['Lovely teacher. Traffic made us late more than once and the lesson still ended on time.', 'My girl enjoys it a lot. Theory is a bit slow.'],
  computing: ['Very practical. I needed a faster laptop than I was told.', 'Good code reviews. Sometimes replies come late at night.'],
  exam: ['Good coverage of the syllabus. Mocks could be marked faster.', 'Helpful and experienced. Fee is on the high side.'],
};

const FEWER: readonly ReviewText[] = [
  { stars: 3, field: 'any', text: 'Lessons are fine but three of eight were rescheduled.' },
  { stars: 3, field: 'any', text: 'Good knowledge, but goes too fast for a slow learner like me.' },
  { stars: 3, field: 'any', text: 'Okay. We expected more feedback on how our son is doing.' },
  { stars: 3, field: 'any', text: 'Nice person. Sound quality of the online class was not good.' },
  { stars: 3, field: 'any', text: 'Useful for revision, less so if you need the theory from zero.' },
  { stars: 3, field: 'any', text: 'Average. Most of the hour went on copying notes that could have been sent before.' },
  { stars: 2, field: 'any', text: 'Started 20 minutes late twice and we still paid for the full hour.' },
  { stars: 2, field: 'any', text: 'Not the right fit for us. Too much shouting for a shy child.' },
  { stars: 2, field: 'any', text: 'Most of the lesson was reading from the book. I can do that at home.' },
  { stars: 1, field: 'any', text: 'Did not turn up for the second class and answered the phone only in the evening.' },
];

const IN_OWN_SCRIPT: readonly ReviewText[] = [
  { stars: 5, field: 'any', script: 'sinhala', text: 'බොහොම පැහැදිලිව උගන්වනවා. දුවගේ ලකුණු ගොඩක් වැඩි වුණා. ස්තූතියි!' },
  { stars: 5, field: 'any', script: 'sinhala', text: 'ඉවසීමෙන් උගන්වන හොඳ ගුරුවරයෙක්. අනිවාර්යයෙන්ම නිර්දේශ කරනවා.' },
  { stars: 5, field: 'any', script: 'sinhala', text: 'පුතා දැන් ආසාවෙන් පාඩම් කරනවා. වෙලාවට පටන් ගන්නවා, වෙලාවට ඉවර කරනවා.' },
  { stars: 5, field: 'any', script: 'sinhala', text: 'ප්‍රශ්නයක් ඇහුවම කීප විදිහකට තේරුම් කරලා දෙනවා. මට A එකක් ආවා.' },
  { stars: 4, field: 'any', script: 'sinhala', text: 'ඉගැන්වීම හොඳයි. සමහර දවස්වල අන්තර්ජාලය ටිකක් අවුල්.' },
  { stars: 4, field: 'any', script: 'sinhala', text: 'නෝට්ස් ඉතා හොඳයි. ගෙදර වැඩ ටිකක් වැඩියි.' },
  { stars: 5, field: 'any', script: 'tamil', text: 'மிகவும் தெளிவாகவும் பொறுமையாகவும் கற்பிக்கிறார். மிக்க நன்றி!' },
  { stars: 5, field: 'any', script: 'tamil', text: 'என் மகளின் புள்ளிகள் நன்றாக உயர்ந்துள்ளன. சிறந்த ஆசிரியர்.' },
  { stars: 5, field: 'any', script: 'tamil', text: 'எத்தனை தடவை கேட்டாலும் சலிக்காமல் விளங்கப்படுத்துவார்.' },
  { stars: 5, field: 'any', script: 'tamil', text: 'நேரம் தவறாமல் வகுப்பு நடக்கும். குறிப்புகள் மிகவும் பயனுள்ளவை.' },
  { stars: 4, field: 'any', script: 'tamil', text: 'நல்ல வகுப்பு. இன்னும் கொஞ்சம் பயிற்சி வினாக்கள் தந்தால் நல்லது.' },
  { stars: 4, field: 'any', script: 'tamil', text: 'விளக்கம் நன்று. சில நேரம் இணைய இணைப்பு சரியில்லை.' },
];

const listed = (stars: 4 | 5, texts: Record<ReviewField, readonly string[]>): ReviewText[] =>
  Object.entries(texts).flatMap(([field, sentences]) => sentences.map((text) => ({ stars, field: field as ReviewField, text })));

export const REVIEW_TEXTS: readonly ReviewText[] = [...listed(5, FIVE), ...listed(4, FOUR), ...FEWER, ...IN_OWN_SCRIPT];

/** What tutors reply to those who liked a lesson, and to those who did not. */
export const THANKS: readonly string[] = [
  'Thank you! You did the work, I only pointed.',
  'It is a pleasure to teach somebody who asks so many questions.',
  'Thank you for the kind words. See you in the next lesson.',
  'Very happy to read this. Keep the weekly paper going, that is half of it.',
  'Your marks are your own work. I am proud of you.',
];
export const REGRETS: readonly string[] = [
  'Thank you for being honest. I have shortened the theory part since, and leave more time for questions.',
  'I am sorry about that lesson. Please write to me, the next half hour is on me.',
  'Fair points. I now send the worksheet the evening before.',
];
