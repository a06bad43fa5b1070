type Found = { id: string; vacationMode: boolean; availableLocations: string };
type Shown = { id: string; availableLocations: string };

/** Those who can be booked, first who teaches in one of the same places, each in the order in which they were found. */
export function similarTutors<Tutor extends Found>(found: readonly Tutor[], shown: Shown, count: number): Tutor[] {
  const places = new Set(listPlaces(shown));
  const isNear = (tutor: Tutor) => listPlaces(tutor).some((place) => places.has(place));
  const others = found.filter(({ id, vacationMode }) => id !== shown.id && !vacationMode);
  return [...others.filter(isNear), ...others.filter((tutor) => !isNear(tutor))].slice(0, count);
}

/** `Colombo 05` is another place than `Colombo 06`; teaching online is none. */
const listPlaces = ({ availableLocations }: { availableLocations: string }): string[] =>
  availableLocations
    .toLowerCase()
    .split(/,|·|\band\b|\bonline\b/)
    .map((place) => place.trim())
    .filter((place) => place !== '');
