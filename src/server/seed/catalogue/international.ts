import type { CategorySeed } from './shape.ts';

export const INTERNATIONAL: CategorySeed = {
  name: 'Cambridge & Edexcel',
  description: 'London and Cambridge syllabuses of the international schools.',
  icon: 'Globe',
  color: '#9a3b1f',
  subjects: [
    {
      name: 'IGCSE Mathematics',
      description: 'Edexcel 4MA1 and Cambridge 0580.',
      topics: {
        'Number and Algebra': 'Surds, inequalities, sequences and functions',
        'Geometry and Vectors': 'Circle theorems, similarity and vectors',
        'Graphs and Calculus': 'Gradients, turning points and kinematics',
        'Statistics and Probability': 'Histograms, cumulative frequency and trees',
        'Past Papers (Higher Tier)': 'Timed, marked and explained',
      },
    },
    {
      name: 'IGCSE Biology & Chemistry',
      description: 'Edexcel and Cambridge, single and double award.',
      topics: {
        'Cells and Human Biology': 'Transport, nutrition and coordination',
        'Ecology and Genetics': 'Inheritance, cycles and biotechnology',
        'Principles of Chemistry': 'Structure, bonding and moles',
        'Organic Chemistry': 'Crude oil, alkenes and polymers',
      },
    },
    {
      name: 'Edexcel IAL Mathematics',
      description: 'Pure 1 to 4, Statistics 1 and Mechanics 1.',
      topics: {
        'Pure Mathematics P1 and P2': 'Algebra, trigonometry and first calculus',
        'Pure Mathematics P3 and P4': 'Further calculus, vectors and series',
        'Statistics S1': 'Distributions, correlation and regression',
        'Mechanics M1': 'Kinematics, forces and moments',
      },
    },
    {
      name: 'Edexcel IAL Accounting',
      description: 'Units 1 and 2 of the London syllabus.',
      topics: {
        'Accounting Systems': 'Recording and control',
        'Corporate Statements': 'Limited companies and cash flow',
        'Management Decisions': 'Marginal costing and appraisal',
      },
    },
  ],
};
