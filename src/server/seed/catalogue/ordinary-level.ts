import type { CategorySeed } from './shape.ts';

export const ORDINARY_LEVEL_CORE: CategorySeed = {
  name: 'O/L Core Subjects',
  description: 'The six subjects that everyone sits at the G.C.E. Ordinary Level, grades 6 to 11.',
  icon: 'BookOpen',
  color: '#0f766e',
  subjects: [
    {
      name: 'Mathematics (O/L)',
      description: 'Grades 6 to 11, both papers of the Ordinary Level.',
      topics: {
        'Algebra: Equations and Factors': 'Linear, simultaneous and quadratic equations, factorising',
        Percentages: 'Interest, shares, taxes, hire purchase and leasing',
        Indices: 'Rules of indices, logarithms and scientific notation',
        Geometry: 'Angles, triangles, circles and their theorems, with proofs',
        Trigonometry: 'Ratios, angles of elevation and bearings',
        'Sets and Probability': 'Venn diagrams, grids and tree diagrams',
        'Graphs of Functions': 'Straight lines and parabolas, reading maxima and minima',
        Statistics: 'Mean of grouped data, cumulative frequency and quartiles',
        'Mensuration and Loci': 'Areas, volumes and constructions with compasses',
      },
    },
    {
      name: 'Science (O/L)',
      description: 'Biology, chemistry and physics of grades 6 to 11.',
      topics: {
        'Cells and Living Tissues': 'Structure of cells, plant and animal tissues',
        'Human Body Processes': 'Digestion, circulation, respiration and excretion',
        'Heredity and Ecosystems': 'Inheritance, food webs and conservation',
        'Atoms, Bonds and the Periodic Table': 'Structure of matter and trends in the table',
        'Acids, Bases and Salts': 'Properties, indicators and reactions',
        'Force, Motion and Pressure': "Newton's laws, friction, turning effect and pressure in liquids",
        'Electricity and Electronics': "Ohm's law, circuits, diodes and transistors",
        'Light and Waves': 'Reflection, refraction, lenses and sound',
      },
    },
    {
      name: 'English Language (O/L)',
      description: 'Grades 6 to 11 and the Ordinary Level paper.',
      topics: {
        'Grammar in Use': 'Tenses, active and passive voice, reported speech',
        'Reading Comprehension': 'Texts of the paper, skimming and inference',
        'Notices and Formal Letters': 'Notices, notes, letters and invitations of both papers',
        'Essays and Articles': 'Planning, paragraphs and linking',
        'Describing Graphs and Pictures': 'Data description within the word limit',
        Vocabulary: 'Word families, prefixes and collocations',
      },
    },
    {
      name: 'Sinhala Language and Literature',
      description: 'සිංහල භාෂාව හා සාහිත්‍යය. Grades 6 to 11.',
      topics: {
        'ව්‍යාකරණ (Grammar)': 'Nouns, verbs, sandhi and samasa',
        'රචනා (Essays)': 'Descriptive, reflective and argumentative essays',
        'Classical Prose': 'Set passages from Guttila Kavya, Amavatura and Butsarana',
        'Modern Poetry': 'Set poems with appreciation',
        'Précis Writing': 'Shortening a passage to a third',
      },
    },
    {
      name: 'Tamil Language and Literature',
      description: 'தமிழ் மொழியும் இலக்கியமும். Grades 6 to 11.',
      topics: {
        'இலக்கணம் (Grammar)': 'Parts of speech, punarchi and sentence forms',
        'கட்டுரை (Essays)': 'Descriptive and argumentative essays',
        Thirukkural: 'Set couplets, meaning and commentary',
        'Sangam and Bhakti Poetry': 'Set verses with appreciation',
        'Short Stories': 'Set stories, themes and characters',
      },
    },
    {
      name: 'History (O/L)',
      description: 'Sri Lankan and world history, grades 6 to 11.',
      topics: {
        'Anuradhapura and Polonnaruwa': 'Kings, irrigation and art of the Rajarata',
        'Kotte, Kandy and Jaffna Kingdoms': 'Shifting capitals and foreign contacts',
        'Portuguese, Dutch and British Rule': 'Conquest, trade and reform',
        'National Revival and Independence': 'Temperance movement to 1948',
        'World Wars': 'Causes, course and consequences',
        'Map Marking': 'Sri Lanka and world maps of the first paper',
      },
    },
    {
      name: 'Buddhism (O/L)',
      description: 'බුද්ධ ධර්මය. Daham and school syllabus up to the Ordinary Level.',
      topics: {
        'Life of the Buddha': 'From the birth to the Parinibbana',
        'Four Noble Truths': 'Teaching and daily life',
        Dhammapada: 'Set verses with meaning',
        'Buddhist Culture and Art': 'Stupas, image houses and festivals',
      },
    },
    {
      name: 'Saivaneri (O/L)',
      description: 'சைவநெறி. Saivism for the Ordinary Level.',
      topics: {
        Thevaram: 'Set hymns with meaning',
        'Temples and Festivals': 'Nallur, Munneswaram, Koneswaram and their festivals',
        'Saiva Siddhanta': 'Pathi, pasu and paasam in outline',
        'Lives of the Nayanmar': 'Set lives and their lessons',
      },
    },
    {
      name: 'Islam (O/L)',
      description: 'Islam for the Ordinary Level, in Tamil, Sinhala and English medium.',
      topics: {
        'Quran and Tafsir': 'Set surahs, recitation and meaning',
        'Life of the Prophet': 'Seerah from Makkah to Madinah',
        'Fiqh of Worship': 'Prayer, fasting, zakat and hajj',
        'Muslims of Sri Lanka': 'Trade, settlement and scholars',
      },
    },
  ],
};

export const ORDINARY_LEVEL_BASKETS: CategorySeed = {
  name: 'O/L Basket Subjects',
  description: 'The subjects that are chosen from the three baskets of the Ordinary Level.',
  icon: 'Layers',
  color: '#2f6b4f',
  subjects: [
    {
      name: 'Business and Accounting Studies',
      description: 'Commerce for grades 10 and 11.',
      topics: {
        'Business Environment': 'Forms of business and their surroundings',
        'Double Entry and Ledgers': 'Accounts, journals and the trial balance',
        'Final Accounts': 'Income statement and financial position of a sole trader',
        'Bank Reconciliation': 'Cash book against the bank statement',
        'Trade, Banking and Insurance': 'Home and foreign trade, cheques and policies',
      },
    },
    {
      name: 'Geography (O/L)',
      description: 'Physical, human and map work of grades 10 and 11.',
      topics: {
        'One Inch Map Reading': 'Symbols, grid references, gradients and cross-sections',
        'Landforms and Climate of Sri Lanka': 'Relief, monsoons and drainage',
        'Population and Settlements': 'Distribution, growth and towns',
        'Natural Disasters': 'Floods, landslides, drought and preparedness',
      },
    },
    {
      name: 'Citizenship Education',
      description: 'Civics and governance of grades 10 and 11.',
      topics: {
        'Democratic Government': 'Executive, legislature and judiciary',
        'Human Rights and Duties': 'Fundamental rights of the constitution',
        'Multicultural Society': 'Languages, religions and living together',
        'Conflict Resolution': 'Negotiation, mediation and peace',
      },
    },
    {
      name: 'English Literature (O/L)',
      description: 'Appreciation of English literary texts, drama, prose and verse.',
      topics: {
        'Set Poems': 'Themes, techniques and context',
        'Drama: The Bear and Twilight of a Crane': 'Character, conflict and staging',
        'Prose and Short Stories': 'Set stories and extracts',
        'The Prince and the Pauper': 'Plot, theme and essay practice',
        'Unseen Passages': 'Reading and commenting on a new text',
      },
    },
    {
      name: 'ICT (O/L)',
      description: 'Information and communication technology, grades 6 to 11.',
      topics: {
        'Number Systems and Logic Gates': 'Binary, octal, hexadecimal, AND, OR and NOT',
        'Spreadsheets and Databases': 'Formulas, tables, forms and queries',
        'Algorithms and Pascal': 'Flow charts, pseudocode and simple programs',
        'Web Pages': 'HTML, layout and publishing',
        'Networks and the Internet': 'Devices, topologies, services and safety',
      },
    },
    {
      name: 'Health and Physical Education',
      description: 'Theory and practical of grades 10 and 11.',
      topics: {
        'Nutrition and Health': 'Food groups, BMI and non-communicable diseases',
        'Volleyball and Netball': 'Skills, rules and officiating',
        'Track and Field': 'Starts, relays, jumps and throws',
        'First Aid': 'Fractures, bleeding and resuscitation',
      },
    },
  ],
};
