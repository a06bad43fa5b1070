import {
  Atom,
  Award,
  BookOpen,
  BriefcaseBusiness,
  ChartLine,
  Cog,
  Dna,
  Globe,
  Landmark,
  Languages,
  Laptop,
  Layers,
  type LucideIcon,
  Music,
} from 'lucide-react';

/** Those in use, by name: all of Lucide would be ten times the page. */
const ICONS = new Map<string, LucideIcon>(
  Object.entries({ Atom, Award, BookOpen, BriefcaseBusiness, ChartLine, Cog, Dna, Globe, Landmark, Languages, Laptop, Layers, Music }),
);

export type CategoryIconProps = { name: string; size?: number };

export function CategoryIcon({ name, size = 18 }: CategoryIconProps) {
  const Icon = ICONS.get(name) ?? BookOpen;
  return <Icon size={size} aria-hidden="true" />;
}
