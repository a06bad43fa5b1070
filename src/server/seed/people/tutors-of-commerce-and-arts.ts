import type { TutorSeed } from './shape.ts';

/** The commerce and arts streams. */
export const TUTORS_OF_COMMERCE_AND_ARTS: readonly TutorSeed[] = [
  {
    name: 'Ruwan Dissanayake',
    town: 'Gampaha, Kadawatha and Kiribathgoda',
    bio: 'Accounting is a language and I teach it like one: a little every day, spoken aloud. Former audit senior, so every chapter comes with a real (anonymous) set of books that somebody once got badly wrong. My Gampaha group has had district firsts in 2021 and 2023.',
    mediums: ['sinhala', 'english'],
    week: 'weekends',
    teaches: [
      { subject: 'Accounting (A/L)', online: 1700, visit: 2400, group: 600 },
      { subject: 'Business and Accounting Studies', online: 1200, visit: 1700 },
      { subject: 'AAT Sri Lanka', online: 1800, week: 'lateEvenings' },
    ],
    education: [
      ['BSc Accounting (Special)', 'University of Sri Jayewardenepura', 2013],
      ['Associate Chartered Accountant (ACA)', 'CA Sri Lanka', 2018],
    ],
    experience: [
      ['Audit Senior', 'A Big Four firm, Colombo', '2013 - 2017', 'Manufacturing and leasing clients'],
      ['Accounting Tutor', 'Own institute, Gampaha', '2016 - present', 'A/L, AAT and O/L commerce'],
    ],
    social: { youtube: 'ruwanaccounting', facebook: 'ruwanaccounting' },
    joined: 480,
    busy: 3,
  },
  {
    name: 'Kaushalya Herath',
    isWoman: true,
    town: 'කුරුණෑගල and online',
    bio: 'ආර්ථික විද්‍යාව සරලව. Central Bank reports on Monday mornings, newspaper budgets in November: economics is all around us and we use it. I draw every diagram in four colours and expect the same from you. Essay plans are checked line by line.',
    mediums: ['sinhala'],
    week: 'evenings',
    teaches: [
      { subject: 'Economics (A/L)', online: 1300, visit: 1700 },
      { subject: 'Business Studies (A/L)', online: 1200, visit: 1600 },
    ],
    education: [
      ['BA (Special) in Economics', 'University of Peradeniya', 2012],
      ['MA in Economics', 'University of Colombo', 2017],
    ],
    experience: [
      ['Teacher of Economics', "Maliyadeva Girls' College", '2013 - present', 'Grades 12 and 13, Sinhala medium'],
      ['Paper Setter', 'Provincial Department of Education', '3 years', 'Term test papers'],
    ],
    joined: 260,
    busy: 2,
  },
  {
    name: 'Tharmalingam Pirashanth',
    town: 'Vavuniya and Kilinochchi',
    bio: 'பொருளியலும் வணிகக் கல்வியும், தமிழ் மொழி மூலம். I paid for my degree by keeping the books of a hardware shop in Mannar Road, so every example has nails and cement in it. I keep my fee low for Vanni students. Please do not be shy to ask.',
    mediums: ['tamil'],
    week: 'alternateEvenings',
    teaches: [
      { subject: 'Economics (A/L)', online: 900, visit: 1200 },
      { subject: 'Business Studies (A/L)', online: 900, visit: 1200 },
      { subject: 'Business Statistics (A/L)', online: 1000 },
    ],
    education: [['BCom', 'University of Jaffna (Vavuniya Campus)', 2016]],
    experience: [['Assistant Teacher', 'Vavuniya Tamil Madhya Maha Vidyalayam', '2018 - present', 'Commerce section']],
    joined: 175,
    busy: 1,
  },
  {
    name: 'Malini Gunasekara',
    isWoman: true,
    town: 'Colombo 05, Narahenpita and Kirulapone',
    bio: 'Retired vice principal. I taught Political Science and History to three decades of girls at Visakha and I still get invited to their weddings. My method: one question, one plan, one full essay, every single week. Handwriting counts, whatever they say.',
    mediums: ['sinhala', 'english'],
    week: 'mornings',
    teaches: [
      { subject: 'Political Science (A/L)', online: 1500, visit: 2200 },
      { subject: 'History (O/L)', online: 1200, visit: 1800, week: 'midweek' },
    ],
    education: [
      ['BA (Hons) in Political Science', 'University of Peradeniya', 1981],
      ['MEd', 'University of Colombo', 1994],
    ],
    experience: [
      ['Vice Principal', 'Visakha Vidyalaya, Colombo', '2006 - 2016', 'Arts section'],
      ['Teacher of Political Science and History', 'Visakha Vidyalaya, Colombo', '1984 - 2006', 'Grades 9 to 13'],
      ['Chief Examiner', 'Department of Examinations', '11 years', 'Political Science'],
    ],
    joined: 390,
    busy: 2,
  },
  {
    name: 'Isuru Ekanayake',
    town: 'Kegalle, Mawanella and Rambukkana',
    bio: 'Geography with boots on. I take my A/L students up Utuwankanda with a one-inch sheet and a clinometer before they ever see an exam map. Online lessons use satellite images and a shared screen; you will be able to read Sri Lanka like a page.',
    mediums: ['sinhala'],
    week: 'weekendMornings',
    teaches: [
      { subject: 'Geography (A/L)', online: 1100, visit: 1400 },
      { subject: 'Geography (O/L)', online: 900, visit: 1200 },
    ],
    education: [
      ['BA (Special) in Geography', 'University of Kelaniya', 2015],
      ['Postgraduate Diploma in GIS and Remote Sensing', 'University of Peradeniya', 2018],
    ],
    experience: [
      ['GIS Assistant', 'National Building Research Organisation', '2016 - 2019', 'Landslide hazard maps of Kegalle'],
      ['Geography Teacher', "St Mary's College, Kegalle", '2019 - present', 'Grades 10 to 13'],
    ],
    onVacation: true,
    joined: 145,
    busy: 1,
  },
  {
    name: 'Shanthini Yogarajah',
    isWoman: true,
    town: 'Trincomalee and Kantale',
    bio: 'சங்க இலக்கியம் முதல் ஈழத்து நவீன கவிதை வரை. I read the poem aloud twice before we touch a single note, because Tamil is first of all a sound. O/L students learn the grammar through songs they already know. Books can be borrowed from my shelf.',
    mediums: ['tamil'],
    week: 'everyAfternoon',
    teaches: [
      { subject: 'Tamil (A/L)', online: 1000, visit: 1300 },
      { subject: 'Tamil Language and Literature', online: 900, visit: 1100 },
    ],
    education: [
      ['BA (Special) in Tamil', 'Eastern University, Sri Lanka', 2009],
      ['MPhil in Tamil Literature', 'University of Jaffna', 2016],
    ],
    experience: [['Teacher of Tamil', 'Sri Shanmuga Hindu Ladies College, Trincomalee', '2010 - present', 'Grades 9 to 13']],
    joined: 220,
    busy: 1,
  },
  {
    name: 'Amila Kodithuwakku',
    state: 'pending',
    town: 'Badulla, Bandarawela and Haputale',
    bio: 'I was a radio announcer in Uva for six years before teaching media studies. We make things: a five-minute bulletin, a front page, a thirty-second advertisement. Theory is then only the names for what you have already done.',
    mediums: ['sinhala'],
    week: 'midweek',
    teaches: [
      { subject: 'Communication and Media Studies (A/L)', online: 1000, visit: 1300 },
      { subject: 'Sinhala (A/L)', online: 1000, visit: 1300 },
    ],
    education: [['BA in Mass Communication', 'University of Kelaniya', 2010]],
    experience: [
      ['Announcer and Producer', 'Uva community radio', '2010 - 2016', 'Youth and farming programmes'],
      ['Media Studies Teacher', 'Uva Maha Vidyalaya, Badulla', '2016 - present', 'Grades 12 and 13'],
    ],
    joined: 120,
    busy: 1,
  },
];
