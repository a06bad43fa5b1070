// dependency-cruiser 17.4 asks swc for TypeScript without JSX (its issue 1081).
const swc = require('@swc/core');

const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: /x$/.test(file) });
