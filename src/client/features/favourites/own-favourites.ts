/** The one list that every screen reads; its input is its key. */
export const OWN_FAVOURITES = {};
