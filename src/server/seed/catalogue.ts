import { ADVANCED_ARTS, ADVANCED_COMMERCE } from './catalogue/advanced-commerce-and-arts.ts';
import { ADVANCED_BIOLOGICAL_SCIENCE, ADVANCED_PHYSICAL_SCIENCE, ADVANCED_TECHNOLOGY } from './catalogue/advanced-science.ts';
import { COMPUTING } from './catalogue/computing.ts';
import { INTERNATIONAL } from './catalogue/international.ts';
import { LANGUAGES } from './catalogue/languages.ts';
import { ORDINARY_LEVEL_BASKETS, ORDINARY_LEVEL_CORE } from './catalogue/ordinary-level.ts';
import { PERFORMING_ARTS } from './catalogue/performing-arts.ts';
import { PRIMARY } from './catalogue/primary.ts';
import { PROFESSIONAL } from './catalogue/professional.ts';
import type { CategorySeed } from './catalogue/shape.ts';

/** What is taught in Sri Lanka, in the order in which categories are shown. */
export const CATALOGUE: readonly CategorySeed[] = [
  ADVANCED_PHYSICAL_SCIENCE,
  ADVANCED_BIOLOGICAL_SCIENCE,
  ADVANCED_COMMERCE,
  ADVANCED_ARTS,
  ADVANCED_TECHNOLOGY,
  ORDINARY_LEVEL_CORE,
  ORDINARY_LEVEL_BASKETS,
  PRIMARY,
  LANGUAGES,
  INTERNATIONAL,
  COMPUTING,
  PERFORMING_ARTS,
  PROFESSIONAL,
];
