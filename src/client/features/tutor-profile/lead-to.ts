const CONTROL = 'input, textarea, select, button';

/** Scrolls to a part of the editor and puts the focus there. */
export function leadTo(place: string): void {
  const element = document.querySelector<HTMLElement>(place);
  if (element) leadToElement(element);
}

/** To the first field that is marked wrong, in the order of the page; where none is drawn, to the section that it belongs to. */
export function leadToFirst(errors: Readonly<Record<string, string>>): void {
  const paths = Object.keys(errors);
  for (const section of document.querySelectorAll<HTMLElement>('[data-sections] > section')) {
    const marked = [...section.querySelectorAll<HTMLElement>('[data-path]:not(:disabled)')].find(({ dataset }) =>
      paths.some((path) => path === dataset.path),
    );
    const target = marked ?? (paths.some((path) => SECTIONS[path.split('.')[0] ?? ''] === section.id) ? section : null);
    if (!target) continue;
    leadToElement(target);
    return;
  }
}

/** Of fields without a control of their own that could be marked wrong. */
const SECTIONS: Record<string, string | undefined> = {
  contactEmail: 'personal',
  gender: 'personal',
  socialMedia: 'personal',
  teachingMediums: 'personal',
  education: 'education',
  experience: 'experience',
  subjects: 'teaching',
  documents: 'documents',
};

function leadToElement(element: HTMLElement): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isField = element.matches(CONTROL);
  const target = isField || element.hasAttribute('tabindex') ? element : element.querySelector<HTMLElement>(CONTROL);
  target?.focus({ preventScroll: true });
  element.scrollIntoView({ block: isField ? 'center' : 'start', behavior: isCalm ? 'instant' : 'smooth' });
}
