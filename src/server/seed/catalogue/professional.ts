import type { CategorySeed } from './shape.ts';

export const PROFESSIONAL: CategorySeed = {
  name: 'Professional Exams',
  description: 'Accountancy, banking, public service and law entrance.',
  icon: 'BriefcaseBusiness',
  color: '#7a4b12',
  subjects: [
    {
      name: 'CA Sri Lanka',
      description: 'Chartered accountancy, executive to strategic level.',
      topics: {
        'Executive: Financial Accounting and Reporting': 'SLFRS basics, consolidation and statements',
        'Executive: Business Law': 'Contracts, companies and employment',
        'Business: Corporate Taxation': 'Income tax, VAT and SSCL computations',
        'Business: Audit and Assurance': 'Risk, evidence and reports',
        'Strategic: Case Study': 'Reading, planning and timing',
      },
    },
    {
      name: 'CIMA',
      description: 'Certificate level to strategic case study.',
      topics: {
        'Certificate: BA2 Management Accounting': 'Costing, budgets and decisions',
        'Operational: P1': 'Short-term decisions and risk',
        'Operational: F1': 'Reporting, tax and working capital',
        'Management Case Study': 'Pre-seen, mocks and feedback',
      },
    },
    {
      name: 'AAT Sri Lanka',
      description: 'Levels I to III for school leavers.',
      topics: {
        'Level I: Financial Accounting Basics': 'Double entry to final accounts',
        'Level I: Business Mathematics': 'Interest, statistics and equations',
        'Level II: Cost Accounting': 'Process, job and marginal costing',
        'Level III: Management Accounting and Finance': 'Budgets, variances and appraisal',
      },
    },
    {
      name: 'Banking (IABF & DABF)',
      description: 'Exams of the Institute of Bankers of Sri Lanka.',
      topics: {
        'Business Communication for Bankers': 'Letters, reports and minutes',
        'Fundamentals of Accounting': 'Statements that a banker reads',
        'Lending and Credit Analysis': 'Ratios, security and recovery',
        'Law Relating to Banking': 'Cheques, customers and negotiable instruments',
      },
    },
    {
      name: 'SLAS & Public Service Exams',
      description: 'Administrative service, development officers and efficiency bars.',
      topics: {
        'General Intelligence': 'Reasoning, series and data',
        'General Knowledge of Sri Lanka': 'Geography, economy and constitution',
        'Case Study Paper': 'Problem, options and recommendation',
        'Comprehension and Précis': 'Sinhala, Tamil and English medium',
        'Establishments Code': 'For efficiency bar examinations',
      },
    },
    {
      name: 'Law Entrance',
      description: 'Sri Lanka Law College and LLB selection tests.',
      topics: {
        'Language Paper': 'Comprehension, essay and précis',
        'General Knowledge and Intelligence': 'Current affairs and reasoning',
        'Legal Aptitude': 'Principles applied to facts',
      },
    },
  ],
};
