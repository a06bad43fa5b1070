/** What Lingui's `i18n` has; `src/shared` does not import it. */
export type Catalogue = { locale: string; messages: object; _: (id: string, values?: Params) => string };
export type Params = Record<string, string | number>;

/** A label or sentence that is a constant of `src/shared`: its English text is its id. Where the catalogue lacks it, it stays in English. */
export const translated = (i18n: Catalogue, constant: string): string => (Object.hasOwn(i18n.messages, constant) ? i18n._(constant) : constant);
