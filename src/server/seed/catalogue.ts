import type { subjectCategories, subjects, topics } from '#db/schema/catalogue.ts';
import type { Calendar } from './calendar.ts';
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
import { idOf } from './random.ts';

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

type CategoryRow = typeof subjectCategories.$inferInsert;
type SubjectRow = typeof subjects.$inferInsert & { id: string };
type TopicRow = typeof topics.$inferInsert & { id: string; description: string };
export type TaughtSubject = { row: SubjectRow; category: string; topics: TopicRow[] };
export type CatalogueRows = { categories: CategoryRow[]; subjects: SubjectRow[]; topics: TopicRow[]; named: (name: string) => TaughtSubject };

/** The catalogue is older than everybody who uses it. */
const MADE = -700;

export function catalogueRows(calendar: Calendar): CatalogueRows {
  const at = calendar.at(MADE, 9 * 60);
  const row = (kind: string, name: string) => ({ id: idOf(`${kind} ${name}`, at), name, createdAt: at, updatedAt: at });
  const made = CATALOGUE.map((category, order) => {
    const { description, icon, color } = category;
    const categoryRow = { ...row('category', category.name), description, icon, color, order };
    const taught = category.subjects.map((subject): TaughtSubject => {
      const subjectRow = { ...row('subject', subject.name), categoryId: categoryRow.id, description: subject.description };
      const topicRows = Object.entries(subject.topics).map(([name, covers]) => ({
        ...row('topic', name),
        id: idOf(`topic ${name} of ${subject.name}`, at),
        subjectId: subjectRow.id,
        description: covers,
      }));
      return { row: subjectRow, category: category.name, topics: topicRows };
    });
    return { categoryRow, taught };
  });
  const taught = made.flatMap((category) => category.taught);
  return {
    categories: made.map(({ categoryRow }) => categoryRow),
    subjects: taught.map((subject) => subject.row),
    topics: taught.flatMap((subject) => subject.topics),
    named(name) {
      const subject = taught.find((one) => one.row.name === name);
      if (!subject) throw new Error(`no subject is called ${name}`);
      return subject;
    },
  };
}
