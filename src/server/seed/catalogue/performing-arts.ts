import type { CategorySeed } from './shape.ts';

export const PERFORMING_ARTS: CategorySeed = {
  name: 'Music, Dance & Art',
  description: 'For school exams, graded exams and the joy of it.',
  icon: 'Music',
  color: '#a1325f',
  subjects: [
    {
      name: 'Eastern Music',
      description: 'පෙරදිග සංගීතය. School syllabus and Visharad.',
      topics: {
        'Raga and Thala': 'Set ragas of the O/L and A/L papers',
        'Vocal Training': 'Sargam, alankara and voice care',
        'Sitar and Esraj': 'Holding, strokes and scales',
        'Nurthi, Nadagam and Folk Songs': 'Sri Lankan traditions with theory',
        'Visharad Preparation': 'Practical and theory of Bhatkhande grades',
      },
    },
    {
      name: 'Carnatic Music',
      description: 'கர்நாடக சங்கீதம். Vocal, veena and mridangam.',
      topics: {
        'Varisai and Alankaram': 'Foundation exercises',
        Kritis: 'Compositions of the Trinity',
        Veena: 'Posture, plucking and gamakas',
        'North Ceylon Oriental Music Society Exams': 'Grades 1 to 6, theory and practical',
      },
    },
    {
      name: 'Piano (ABRSM & Trinity)',
      description: 'Grades 1 to 8, theory included.',
      topics: {
        'Grades 1 to 3': 'Reading, scales and first pieces',
        'Grades 4 to 5': 'Pieces, sight-reading and aural',
        'Grades 6 to 8': 'Repertoire and performance',
        'Music Theory': 'ABRSM theory up to Grade 5',
      },
    },
    {
      name: 'Violin',
      description: 'Western and eastern playing from the first bow stroke.',
      topics: {
        'First Bow Strokes': 'Hold, tone and open strings',
        'ABRSM Graded Pieces': 'Grades 1 to 6',
        'Eastern Violin': 'Ragas and accompaniment',
        'Orchestra Parts': 'Playing in a school orchestra',
      },
    },
    {
      name: 'Guitar',
      description: 'Acoustic, classical and a little baila.',
      topics: {
        'Chords and Strumming': 'Sinhala and English songs from week one',
        Fingerstyle: 'Patterns, melody and bass',
        'Classical Guitar Grades': 'Trinity and ABRSM',
        Songwriting: 'Chord progressions and lyrics',
      },
    },
    {
      name: 'Kandyan Dancing',
      description: 'උඩරට නැටුම්. School syllabus, ves and pantheru traditions.',
      topics: {
        'Basic Steps (Pa Saramba)': 'First twelve pa and goda saramba',
        Wannam: 'Gajaga, thuranga, mayura and others',
        'Drums and Rhythm': 'Geta bera and counting',
        'O/L and A/L Dancing Papers': 'Theory, history and practical',
      },
    },
    {
      name: 'Bharatanatyam',
      description: 'பரதநாட்டியம். From adavus to arangetram.',
      topics: {
        Adavus: 'Basic steps with hand gestures',
        'Alarippu and Jatiswaram': 'First items of the margam',
        Abhinaya: 'Expression and meaning',
        'O/L Bharatha Natyam Paper': 'Theory and practical',
      },
    },
    {
      name: 'Art & Drawing',
      description: 'චිත්‍ර · சித்திரம். School art and hobby classes.',
      topics: {
        'Still Life': 'Form, light and composition',
        'Traditional Sri Lankan Art': 'Temple paintings, motifs and the theory paper',
        'Water Colours': 'Washes, landscape and portraits',
        'O/L Art Paper': 'Picture composition, design and theory',
      },
    },
    {
      name: 'Speech & Drama',
      description: 'Elocution and graded exams of Trinity, LAMDA and IWMS.',
      topics: {
        'Verse and Prose': 'Memory, voice and meaning',
        'Public Speaking': 'Planning and delivering a talk',
        'Graded Exams': 'Trinity and LAMDA up to diploma',
        'Stage Acting': 'Movement, scene work and monologues',
      },
    },
  ],
};
