/** What both menus of the top bar show; whoever opens one finds it there, for it is fetched while the browser is idle. */
export const loadMenuList = () => import('./menu-list.tsx').then(({ MenuList }) => MenuList);
