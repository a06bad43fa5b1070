import type { CategorySeed } from './shape.ts';

export const LANGUAGES: CategorySeed = {
  name: 'Languages',
  description: 'Speak, read and write: for school, work, migration and pleasure.',
  icon: 'Languages',
  color: '#5b4a9e',
  subjects: [
    {
      name: 'Spoken English',
      description: 'For school leavers, employees and parents who want to speak without fear.',
      topics: {
        'Everyday Conversation': 'Introductions, shopping, travel and small talk',
        'Pronunciation and Intonation': 'Sounds that Sri Lankan speakers find hard',
        'Job Interviews': 'Typical questions, answers and body language',
        'Telephone and Email English': 'Polite phrases for the office',
        'Grammar for Speaking': 'Tenses and questions, used and not only known',
        Presentations: 'Structure, slides and questions',
      },
    },
    {
      name: 'IELTS Preparation',
      description: 'Academic and General Training, with marked mock tests.',
      topics: {
        'Listening Strategies': 'Four sections, spelling and distractors',
        'Reading: True, False, Not Given': 'Skimming, matching headings and time',
        'Writing Task 1': 'Charts and processes (Academic), letters (General)',
        'Writing Task 2': 'Ideas, structure and band descriptors',
        'Speaking Parts 1 to 3': 'Fluency, cue cards and follow-up questions',
      },
    },
    {
      name: 'Sinhala as a Second Language',
      description: 'දෙවන බස සිංහල. For Tamil speakers, returning families and expatriates.',
      topics: {
        'Script and Sounds': 'Reading and writing the letters',
        'Spoken Sinhala': 'At home, in shops and on the bus',
        'Official Language Proficiency': 'Written and oral tests for public officers',
        'O/L Second Language Paper': 'Past papers and essays',
      },
    },
    {
      name: 'Tamil as a Second Language',
      description: 'இரண்டாம் மொழி தமிழ். For Sinhala speakers and public officers.',
      topics: {
        'Tamil Script': 'Reading and writing the letters',
        'Spoken Tamil': 'Everyday conversation as spoken in Sri Lanka',
        'Government Language Exam': 'Written and oral tests for public officers',
        'O/L Tamil Second Language Paper': 'Past papers and essays',
      },
    },
    {
      name: 'French',
      description: 'From the first words to DELF B2, school papers included.',
      topics: {
        'DELF A1 and A2': 'Four skills with mock tests',
        'DELF B1 and B2': 'Argument, synthesis and oral exam',
        'French for A/L': 'Texts, grammar and translation',
        'French for Tourism': 'Hotel, guiding and restaurant',
      },
    },
    {
      name: 'German',
      description: 'For au pairs, nurses and students, up to Goethe B2.',
      topics: {
        'Goethe A1: Start Deutsch': 'Family reunion and first steps',
        'Goethe A2 and B1': 'Everyday life, work and letters',
        'Nursing German': 'Vocabulary for the ward',
        'Cases and Word Order': 'Grammar that sticks',
      },
    },
    {
      name: 'Japanese (JLPT)',
      description: 'ජපන් භාෂාව. N5 to N3, A/L Japanese and the SSW tests.',
      topics: {
        'Hiragana and Katakana': 'Both scripts in four weeks',
        'JLPT N5': 'About 100 kanji and basic grammar',
        'JLPT N4': 'Verb forms, reading and listening',
        'Conversation for Work': 'SSW caregivers and technical interns',
        'Kanji Practice': 'Stroke order, radicals and readings',
      },
    },
    {
      name: 'Korean (EPS-TOPIK)',
      description: 'කොරියානු භාෂාව. For the employment permit system and TOPIK.',
      topics: {
        Hangul: 'Letters and pronunciation in a week',
        'EPS-TOPIK Reading': 'The 20 reading questions, signs and forms',
        'EPS-TOPIK Listening': 'Workplace dialogues and pictures',
        'Workplace Safety Vocabulary': 'Tools, warnings and machines',
        'TOPIK I': 'Beginner levels 1 and 2',
      },
    },
    {
      name: 'Arabic',
      description: 'Quranic and modern standard Arabic.',
      topics: {
        'Reading and Tajweed': 'Correct recitation from the start',
        'Arabic Grammar (Nahw)': 'Nouns, verbs and sentence patterns',
        'Arabic for A/L': 'Texts, grammar and translation',
        'Conversation for the Gulf': 'Work and daily life abroad',
      },
    },
  ],
};
