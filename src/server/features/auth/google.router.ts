/** Spread into the router of the feature. */
export const googleProcedures = {};
