import type { CategorySeed } from './shape.ts';

export const ADVANCED_COMMERCE: CategorySeed = {
  name: 'A/L Commerce',
  description: 'Accounting, business and economics for management and commerce degrees.',
  icon: 'ChartLine',
  color: '#0b6b85',
  subjects: [
    {
      name: 'Accounting (A/L)',
      description: 'ගිණුම්කරණය · கணக்கீடு. Financial and management accounting, grades 12 and 13.',
      topics: {
        'Accounting Equation and Double Entry': 'From source documents to the trial balance',
        'Partnership Accounts': 'Appropriation, admission, retirement and goodwill',
        'Company Accounts': 'Share issues, reserves and published statements',
        'Accounting Standards (LKAS)': 'LKAS 1, 2, 7, 8, 10, 16 and 37',
        'Not-for-Profit Organisations': 'Receipts and payments, income and expenditure',
        'Costing and Break-even': 'Material, labour, overheads and contribution',
        'Investment Appraisal': 'Payback, NPV and IRR',
        'Ratio Analysis': 'Profitability, liquidity and gearing',
      },
    },
    {
      name: 'Business Studies (A/L)',
      description: 'ව්‍යාපාර අධ්‍යයනය · வணிகக் கல்வி. Grades 12 and 13.',
      topics: {
        'Business Background and Environment': 'PESTEL, stakeholders and social responsibility',
        'Management Functions': 'Planning, organising, leading and controlling',
        'Marketing Management': 'Segmentation and the marketing mix',
        'Human Resource Management': 'Recruitment, motivation and appraisal',
        'Money, Banking and Insurance': 'Central Bank, commercial banks and policies',
        'Business Law': 'Contracts, agency and companies',
        'Operations and Logistics': 'Layout, inventory and supply chain',
      },
    },
    {
      name: 'Economics (A/L)',
      description: 'ආර්ථික විද්‍යාව · பொருளியல். Micro, macro and the Sri Lankan economy.',
      topics: {
        'Scarcity, Choice and Systems': 'Production possibilities and economic systems',
        'Demand, Supply and Elasticity': 'Markets, price controls and surplus',
        'Theory of the Firm': 'Costs, revenue and market structures',
        'National Income Accounting': 'GDP, GNI and the circular flow',
        'Money, Inflation and the Central Bank': 'Monetary policy in Sri Lanka',
        'Public Finance': 'Budget, taxes and debt',
        'International Trade and Exchange Rates': 'Comparative advantage and balance of payments',
        'Economic Growth and Development': 'Indicators, poverty and sectors',
      },
    },
    {
      name: 'Business Statistics (A/L)',
      description: 'Statistics for the commerce stream.',
      topics: {
        'Data and Diagrams': 'Collection, classification and presentation',
        'Averages and Dispersion': 'Mean, median, standard deviation and skewness',
        'Correlation and Regression': 'Scatter diagrams, least squares and forecasts',
        'Index Numbers and Time Series': 'Laspeyres, Paasche, trend and seasonality',
        'Probability Distributions': 'Binomial, Poisson and normal',
        'Sampling and Hypothesis Tests': 'Estimation and significance',
      },
    },
  ],
};

export const ADVANCED_ARTS: CategorySeed = {
  name: 'A/L Arts & Humanities',
  description: 'Languages, social sciences and humanities of the arts stream.',
  icon: 'Landmark',
  color: '#8a3b58',
  subjects: [
    {
      name: 'Political Science (A/L)',
      description: 'දේශපාලන විද්‍යාව · அரசறிவியல்.',
      topics: {
        'State and Sovereignty': 'Theories, forms and ideologies',
        'Constitutions of Sri Lanka': 'From Donoughmore to 1978 and its amendments',
        'Comparative Government': 'Britain, United States, India and Switzerland',
        'International Relations': 'Power, the UN and regional bodies',
      },
    },
    {
      name: 'Geography (A/L)',
      description: 'Physical and human geography with practical maps.',
      topics: {
        'Physical Geography': 'Geomorphology, climatology and soils',
        'Human Geography': 'Population, settlement and economy',
        'Map Reading and Projections': 'Topographical sheets and cartography',
        'GIS and Remote Sensing': 'Layers, satellites and simple analysis',
      },
    },
    {
      name: 'Sinhala (A/L)',
      description: 'සිංහල. Language, classics and criticism.',
      topics: {
        'Classical Poetry': 'Kavsilumina, Sandesha and Guttila Kavya',
        'Modern Novel and Drama': 'Set works with criticism',
        'Language and Grammar': 'Sidat Sangara and modern usage',
        'Literary Criticism': 'Rasa, dhvani and western theory',
      },
    },
    {
      name: 'Tamil (A/L)',
      description: 'தமிழ். Language, classics and criticism.',
      topics: {
        'Sangam Literature': 'Set poems of Kurunthokai and Purananuru',
        'Kamba Ramayanam': 'Set cantos with commentary',
        'Modern Tamil Writing of Sri Lanka': 'Poetry and fiction of the island',
        'Grammar and Linguistics': 'Nannool and modern usage',
      },
    },
    {
      name: 'English (A/L)',
      description: 'Poetry, fiction and drama of the Advanced Level literature paper.',
      topics: {
        'Poetry from Chaucer to the Moderns': 'Set poems with close reading',
        'Shakespeare: Othello': 'Scenes, themes and essays',
        Novels: 'Austen, Ondaatje and other set fiction',
        'Critical Appreciation': 'Unseen prose and verse',
      },
    },
    {
      name: 'Logic and Scientific Method (A/L)',
      description: 'තර්ක ශාස්ත්‍රය හා විද්‍යාත්මක ක්‍රමය.',
      topics: {
        'Traditional Logic': 'Propositions, syllogisms and fallacies',
        'Symbolic Logic': 'Truth tables, derivations and trees',
        'Scientific Method': 'Hypothesis, experiment and explanation',
        'Boolean Algebra and Circuits': 'Gates and simplification',
      },
    },
    {
      name: 'Communication and Media Studies (A/L)',
      description: 'ජනමාධ්‍ය හා සන්නිවේදන අධ්‍යයනය.',
      topics: {
        'Models of Communication': 'From Aristotle to Schramm',
        'Print, Radio and Television': 'History and practice in Sri Lanka',
        'New Media': 'Online journalism and social media',
        'Media Law and Ethics': 'Press freedom, contempt and codes',
      },
    },
  ],
};
