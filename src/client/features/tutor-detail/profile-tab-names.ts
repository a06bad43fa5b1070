// Read by the route before its component is loaded, so nothing that draws stands here.
export const PROFILE_TABS = ['about', 'subjects', 'education', 'experience', 'reviews'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];
