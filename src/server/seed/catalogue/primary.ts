import type { CategorySeed } from './shape.ts';

export const PRIMARY: CategorySeed = {
  name: 'Grade 5 Scholarship & Primary',
  description: 'Grades 1 to 5 and the scholarship examination, in Sinhala, Tamil and English medium.',
  icon: 'Award',
  color: '#b45309',
  subjects: [
    {
      name: 'Grade 5 Scholarship Exam',
      description: 'ශිෂ්‍යත්ව විභාගය · புலமைப்பரிசில் பரீட்சை. Both papers, with past papers and timed practice.',
      topics: {
        'Paper I: Intelligence': 'Series, analogies, mirror images and matrices',
        'Paper II: Language and Mathematics': 'Structured questions in the mother tongue and mathematics',
        'Paper II: Environment and General Knowledge': 'Questions on our surroundings, current affairs and general knowledge',
        'Number Patterns': 'Completing and explaining number and shape patterns',
        'Past Papers and Model Papers': 'The last ten years, timed and marked',
        'Exam Technique': 'Reading the question, pacing and checking answers',
      },
    },
    {
      name: 'Primary Mathematics',
      description: 'Numbers, measures and shapes for grades 1 to 5.',
      topics: {
        'Place Value and Numbers': 'Reading, writing and comparing numbers up to a million',
        'The Four Operations': 'Addition, subtraction, multiplication and division with word problems',
        'Fractions and Decimals': 'Halves, quarters, tenths and simple comparisons',
        'Time, Money and Measures': 'Clock and calendar, rupees and cents, length, mass and volume',
        'Shapes and Directions': 'Solids, plane shapes, symmetry and directions on a map',
      },
    },
    {
      name: 'Primary English',
      description: 'First steps in English for grades 1 to 5.',
      topics: {
        'Phonics and Reading': 'Letter sounds, blending and first readers',
        'Everyday Vocabulary': 'Home, school, food, animals and festivals',
        'Simple Sentences': 'Present tense, questions and short answers',
        'Picture Description': 'Talking and writing about a picture',
        'Rhymes and Stories': 'Listening, acting out and retelling',
      },
    },
    {
      name: 'Environment Related Activities',
      description: 'පරිසරය · சுற்றாடல். The themes of the primary syllabus, from our home to our country.',
      topics: {
        'Plants and Animals Around Us': 'Habitats, life cycles and care',
        'Our Country and Its Places': 'Provinces, rivers, heritage and festivals',
        'Food and Health': 'Balanced meals, cleanliness and safety',
        'Weather and Sky': 'Monsoons, day and night, the moon',
        'People Who Help Us': 'Occupations, services and community',
      },
    },
    {
      name: 'Tamil for Primary',
      description: 'தமிழ் மொழி. Reading and writing for grades 1 to 5 in Tamil medium.',
      topics: {
        'எழுத்துகள் (Letters)': 'Vowels, consonants and compound letters',
        'Reading Aloud': 'Fluent reading with the right pauses',
        'Comprehension Passages': 'Short passages and questions',
        'Short Essays': 'Guided writing of eight to twelve sentences',
      },
    },
    {
      name: 'Sinhala for Primary',
      description: 'මව්බස. Reading and writing for grades 1 to 5 in Sinhala medium.',
      topics: {
        'අකුරු (Letters)': 'Letters, strokes and vowel signs',
        'Reading for Meaning': 'Stories, poems and questions about them',
        'Spelling and Word Forms': 'ණ-න, ළ-ල and joined letters',
        'Short Compositions': 'Guided writing for the scholarship paper',
      },
    },
  ],
};
