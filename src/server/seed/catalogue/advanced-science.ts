import type { CategorySeed } from './shape.ts';

export const ADVANCED_PHYSICAL_SCIENCE: CategorySeed = {
  name: 'A/L Physical Science',
  description: 'The mathematics stream: for engineering, physical science, IT and quantity surveying.',
  icon: 'Atom',
  color: '#1d5a96',
  subjects: [
    {
      name: 'Combined Mathematics',
      description: 'සංයුක්ත ගණිතය · இணைந்த கணிதம். Pure and applied, grades 12 and 13.',
      topics: {
        'Quadratic Functions and Polynomials': 'Roots and coefficients, remainder theorem, partial fractions',
        Differentiation: 'First principles, rules, maxima and minima, curve sketching',
        Integration: 'Standard forms, substitution, parts and area',
        'Complex Numbers': 'Argand diagram, loci and De Moivre',
        'Trigonometric Identities and Equations': 'General solutions, inverse functions, sine and cosine rules',
        'Straight Line and Circle': 'Coordinate geometry with tangents and orthogonal circles',
        Statics: 'Coplanar forces, jointed rods, frameworks and centre of gravity',
        Dynamics: 'Relative motion, projectiles, circular motion and impulse',
        'Simple Harmonic Motion': 'Springs and strings, energy method',
        'Probability and Statistics': "Conditional probability, Bayes' theorem and distributions",
        'Matrices and Determinants': 'Inverse of a 2 by 2 matrix and systems of equations',
        'Binomial Theorem and Series': 'Permutations, combinations and sums of series',
      },
    },
    {
      name: 'Physics (A/L)',
      description: 'භෞතික විද්‍යාව · பௌதிகவியல். MCQ, structured and essay papers with practicals.',
      topics: {
        'Measurement and Errors': 'Vernier, micrometer, spherometer and uncertainty',
        Mechanics: "Newton's laws, energy, rotation and hydrostatics",
        'Oscillations and Waves': 'SHM, sound, Doppler effect and optics',
        'Thermal Physics': 'Calorimetry, gas laws, humidity and thermodynamics',
        'Gravitational and Electric Fields': "Field, potential, satellites, Gauss' theorem and capacitors",
        'Current Electricity': "Kirchhoff's laws, potentiometer and bridges",
        Electromagnetism: 'Forces on currents, induction and transformers',
        Electronics: 'Diodes, transistors, op-amps and logic',
        'Matter and Radiation': 'Elasticity, viscosity, photoelectric effect and radioactivity',
      },
    },
    {
      name: 'Chemistry (A/L)',
      description: 'රසායන විද්‍යාව · இரசாயனவியல். Physical, inorganic and organic, for both science streams.',
      topics: {
        'Atomic Structure and Bonding': 'Quantum numbers, hybridisation and VSEPR',
        'Stoichiometry and Gases': 'Mole calculations, redox and the gas equation',
        Energetics: "Hess's law, Born-Haber cycles and entropy",
        'Chemical Kinetics': 'Rate laws, order and mechanisms',
        Equilibrium: 'Kc, Kp, acids, buffers and solubility product',
        Electrochemistry: 'Cells, electrode potentials and electrolysis',
        's, p and d Block Elements': 'Trends, complexes and qualitative analysis',
        'Organic Mechanisms': 'Nucleophilic and electrophilic reactions, conversions',
        'Industrial Chemistry': 'Soap, polymers, fertiliser and the environment',
      },
    },
  ],
};

export const ADVANCED_BIOLOGICAL_SCIENCE: CategorySeed = {
  name: 'A/L Biological Science',
  description: 'For medicine, dentistry, agriculture, veterinary and the allied sciences.',
  icon: 'Dna',
  color: '#3b6b1c',
  subjects: [
    {
      name: 'Biology (A/L)',
      description: 'ජීව විද්‍යාව · உயிரியல். MCQ, structured and essay papers.',
      topics: {
        'Chemical and Cellular Basis of Life': 'Biomolecules, enzymes, photosynthesis and respiration',
        'Evolution and Diversity of Organisms': 'Taxonomy from bacteria to chordates',
        'Plant Form and Function': 'Transport, nutrition, reproduction and hormones',
        'Animal Form and Function': 'Nutrition, circulation, nervous system and homeostasis',
        'Human Reproduction': 'Gametes, pregnancy and development',
        Genetics: 'Mendel, linkage, population genetics',
        'Molecular Biology and DNA Technology': 'Replication, protein synthesis and recombinant DNA',
        'Environmental Biology': 'Ecosystems, biodiversity of Sri Lanka and conservation',
        'Microbiology and Applied Biology': 'Microbes, disease, aquaculture and food',
      },
    },
    {
      name: 'Agricultural Science (A/L)',
      description: 'Crops, livestock and soils, with field practicals.',
      topics: {
        'Soil Science': 'Formation, fertility and conservation',
        'Crop Production': 'Paddy, plantation and home garden crops',
        'Plant Protection': 'Pests, diseases and integrated management',
        'Livestock Production': 'Dairy, poultry and animal nutrition',
        'Agricultural Economics': 'Farm records, markets and extension',
      },
    },
  ],
};

export const ADVANCED_TECHNOLOGY: CategorySeed = {
  name: 'A/L Technology',
  description: 'Engineering and bio-systems technology with their common subjects.',
  icon: 'Cog',
  color: '#52606d',
  subjects: [
    {
      name: 'Engineering Technology (ET)',
      description: 'ඉංජිනේරු තාක්ෂණවේදය. Civil, mechanical, electrical and electronic technology.',
      topics: {
        'Building Construction': 'Foundations, walls, roofs and quantities',
        'Surveying and Levelling': 'Chain, level and plotting',
        'Machine Elements and Workshop': 'Gears, fits, lathe work and welding',
        'Engines and Vehicles': 'Four-stroke cycle, transmission and servicing',
        'Electrical Installations': 'Domestic wiring, protection and motors',
        'Electronics and Control': 'Rectifiers, amplifiers, PLC basics',
      },
    },
    {
      name: 'Bio-systems Technology (BST)',
      description: 'ජෛවපද්ධති තාක්ෂණවේදය. Crops, food, livestock and farm engineering.',
      topics: {
        'Crop Technology': 'Nurseries, protected houses and hydroponics',
        'Food Processing and Preservation': 'Drying, canning and quality control',
        'Farm Machinery and Irrigation': 'Tractors, pumps and micro irrigation',
        'Livestock and Aquatic Technology': 'Housing, feeding and fish farming',
      },
    },
    {
      name: 'Science for Technology (SFT)',
      description: 'තාක්ෂණවේදය සඳහා විද්‍යාව. The common science subject of the stream.',
      topics: {
        'Applied Mathematics': 'Algebra, trigonometry and statistics for technologists',
        'Applied Physics': 'Motion, heat, fluids and electricity at work',
        'Applied Chemistry': 'Materials, polymers and industrial chemicals',
        'Applied Biology': 'Microbes, plants and bio-resources',
      },
    },
    {
      name: 'ICT (A/L)',
      description: 'Information and communication technology, grades 12 and 13.',
      topics: {
        'Data Representation and Logic': "Two's complement, Boolean algebra and Karnaugh maps",
        'Operating Systems': 'Processes, memory and file systems',
        Networking: 'OSI model, subnetting and protocols',
        'Database Design and SQL': 'ER diagrams, normalisation and queries',
        'Programming with Python': 'Lists, functions, files and database access',
        'Web Development with PHP': 'HTML, CSS, forms and server scripts',
        'Systems Analysis and Design': 'Life cycle models, DFD and testing',
      },
    },
  ],
};
