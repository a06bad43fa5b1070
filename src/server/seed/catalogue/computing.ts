import type { CategorySeed } from './shape.ts';

export const COMPUTING: CategorySeed = {
  name: 'ICT & Programming',
  description: 'From a first Scratch game to a job in software.',
  icon: 'Laptop',
  color: '#3549a8',
  subjects: [
    {
      name: 'Python Programming',
      description: 'For beginners, A/L students and data people.',
      topics: {
        'Python Basics': 'Variables, loops, functions and files',
        'Object-oriented Python': 'Classes, modules and tests',
        'Data Analysis with Pandas': 'Tables, charts and cleaning',
        'Machine Learning Basics': 'Regression, trees and scikit-learn',
        'Automating Office Work': 'Excel, PDF and email scripts',
      },
    },
    {
      name: 'Web Development',
      description: 'Build and publish real sites.',
      topics: {
        'HTML and CSS': 'Layouts that work on a phone',
        'JavaScript Essentials': 'The language, the page and fetch',
        'React Basics': 'Components, state and routing',
        'Node.js and Databases': 'APIs, SQL and sign-in',
        'WordPress for Small Business': 'Themes, shops and upkeep',
      },
    },
    {
      name: 'Java Programming',
      description: 'For undergraduates, BIT and school projects.',
      topics: {
        'Java Basics': 'Syntax, arrays and methods',
        'Object-oriented Design': 'Inheritance, interfaces and patterns',
        'Data Structures and Algorithms': 'Lists, trees, sorting and big O',
        'Spring Boot': 'REST services and persistence',
      },
    },
    {
      name: 'Scratch & Robotics for Kids',
      description: 'Ages 7 to 13: think, build, play.',
      topics: {
        'Scratch Games': 'Sprites, events and scores',
        'Micro:bit Projects': 'Sensors, lights and radio',
        'Arduino First Steps': 'Circuits and simple code',
        'Robotics Competitions': 'Line followers and teamwork',
      },
    },
    {
      name: 'MS Office & Computer Basics',
      description: 'For the office, university entrants and grandparents.',
      topics: {
        'Typing in Sinhala and Tamil': 'Unicode keyboards, Wijesekara and Bamini',
        'Word and PowerPoint': 'Reports, letters and slides',
        'Excel for Work': 'Formulas, lookups and pivot tables',
        'Internet and Email Safety': 'Accounts, passwords and scams',
      },
    },
    {
      name: 'Graphic Design',
      description: 'Posters, logos and social media that look right.',
      topics: {
        'Photoshop Basics': 'Layers, masks and retouching',
        'Illustrator and Logos': 'Vectors, type and brand sheets',
        'Canva for Small Business': 'Quick posts and print',
        'Colour and Typography': 'Latin, Sinhala and Tamil letterforms',
      },
    },
  ],
};
